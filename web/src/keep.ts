// A game kept by the browser, or held by a link.

import { Tree } from "./tree";

export interface Kept {
  variant: string;
  fen: string | null;
  tree: Tree;
  tags: [string, string][];
}

/** A game from its start. */
export function fresh(variant: string, fen: string | null = null): Kept {
  return { variant, fen, tree: new Tree(), tags: [] };
}

const STORE = "kralle";

function pack({ variant, fen, tree, tags }: Kept): string {
  return JSON.stringify({ v: variant, f: fen, t: tree, g: tags });
}

/** The part of the address after `#` that holds a game. */
export function link(kept: Kept): string {
  const bytes = new TextEncoder().encode(pack(kept));
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_");
}

export function store(kept: Kept): void {
  try {
    localStorage.setItem(STORE, pack(kept));
  } catch {
    // A browser that keeps nothing is no reason to stop.
  }
}

/** The game of the link, or the one that was left; null if there is none. Throws if it cannot be read. */
export function stored(): Kept | null {
  const hash = location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/");
  const text = hash
    ? new TextDecoder().decode(Uint8Array.from(atob(hash), (letter) => letter.charCodeAt(0)))
    : localStorage.getItem(STORE);
  if (!text) return null;
  const { v, f, t, g } = JSON.parse(text) as { v: string; f: string | null; t: unknown; g?: [string, string][] };
  return { variant: v, fen: f, tree: Tree.from(t), tags: g ?? [] };
}
