// How the engine is set on the page: on or off, lines, threads, memory. The elements are made
// once, so that a list that is open stays open while the engine talks.

import * as api from "./api";
import { button, el } from "./dom";

export class EngineControls {
  on = false;
  lines = 1;
  /** Threads and MiB of the engine's table; null is what is usual. */
  readonly size: { threads: number | null; hash: number | null } = { threads: null, hash: null };
  readonly row: HTMLElement;
  private readonly toggle: HTMLButtonElement;
  private readonly count = el("span", { class: "muted" });

  /** `toggled` hears that the engine was switched, `changed` that it is set otherwise. */
  constructor(private readonly toggled: () => void, private readonly changed: () => void) {
    this.toggle = button("Engine off", "Engine on or off (e)", () => this.flip(), { "aria-pressed": "false" });
    const { threads, hash, note } = api.room();
    this.row = el("div", { class: "row" }, this.toggle,
      this.list("Lines", [1, 2, 3, 5], (n) => `${n} line${n > 1 ? "s" : ""}`, (n) => { this.lines = n ?? 1; }),
      threads > 1 ? this.list("Threads", [1, 2, 4, 8, 16, 32].filter((n) => n <= threads), (n) => `${n} thread${n > 1 ? "s" : ""}`, (n) => { this.size.threads = n; }, true) : null,
      this.list("Hash", hash, (n) => `${n} MiB`, (n) => { this.size.hash = n; }, true),
      this.count, note ? el("span", { class: "muted" }, note) : null);
  }

  flip(): void {
    this.on = !this.on;
    this.toggle.textContent = this.on ? "Engine on" : "Engine off";
    this.toggle.setAttribute("aria-pressed", String(this.on));
    this.toggled();
  }

  showNodes(nodes: number | null): void {
    this.count.textContent = nodes === null ? "" : `${Math.round(nodes / 1000)} k nodes`;
  }

  /** A list of numbers; with `usual` its first choice is none of them. */
  private list(name: string, values: number[], text: (n: number) => string, set: (n: number | null) => void, usual = false): HTMLElement {
    return el("select", { "aria-label": name, onchange: (event) => {
      const { value } = event.target as HTMLSelectElement;
      set(value === "" ? null : Number(value));
      this.changed();
    } }, usual ? el("option", { value: "" }, name) : null, ...values.map((n) => el("option", { value: n }, text(n))));
  }
}
