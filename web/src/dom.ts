// Small helpers for elements.

type Child = Element | string | null | false;

/** An element with attributes and children; `on...` attributes are listeners. */
export function el<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number | boolean | ((event: Event) => void)> = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false) made.setAttribute(key, String(value));
  }
  made.append(...children.filter((child): child is Element | string => child !== null && child !== false));
  return made;
}

export function byId<T extends Element = HTMLElement>(id: string): T {
  return document.getElementById(id) as unknown as T;
}

export function button(text: string, title: string, act: () => void, more: Record<string, string | boolean> = {}): HTMLButtonElement {
  return el("button", { type: "button", title, onclick: act, ...more }, text);
}

export function clockText(ms: number | null): string {
  if (ms === null) return "";
  const shown = Math.max(0, ms);
  if (shown < 20_000) return (Math.floor(shown / 100) / 10).toFixed(1);
  const seconds = Math.floor(shown / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function download(name: string, kind: string, text: string): void {
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: kind })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export function card(title: string, ...children: (Element | string | null)[]): HTMLElement {
  return el("section", { class: "card" }, title ? el("h2", {}, title) : null, ...children);
}
