// The moves of a game with its variations, to click.

import type { Ply, Position } from "./api";
import { button, el } from "./dom";
import { type Node, Tree } from "./tree";

/** What moves are called, once they have been shown. */
const known = new WeakMap<Node, Ply>();

/** The plies of a position are those of the way to it. */
export function learn(position: Position, at: Node): void {
  Tree.path(at).forEach((node, index) => known.set(node, position.plies[index]!));
}

function label(node: Node, position: Position): { number: string; text: string } {
  const ply = known.get(node);
  if (!ply) return { number: "", text: node.move };
  const isPair = position.boards.length === 2;
  const { name } = position.seats[ply.seat]!;
  if (ply.deed) return { number: name, text: ply.san };
  if (isPair) return { number: `${ply.number}${"AaBb"[ply.seat]}.`, text: ply.san };
  if (position.seats.length > 2) return { number: `${ply.number}${name}`, text: ply.san };
  return { number: ply.seat === 0 ? `${ply.number}.` : `${ply.number}…`, text: ply.san };
}

/** The list; a click on a move goes there. */
export function moveList(tree: Tree, position: Position, go: (node: Node) => void): HTMLElement {
  const list = el("div", { class: "moves" });
  learn(position, tree.current);
  const step = (node: Node, into: HTMLElement) => {
    const { number, text } = label(node, position);
    const current = { "aria-current": String(node === tree.current) };
    into.append(el("span", { class: "number" }, number), button(text, text, () => go(node), current));
    for (const comment of node.comments) into.append(el("span", { class: "comment" }, ` ${comment} `));
  };
  const add = (from: Node, into: HTMLElement) => {
    for (let at = from; at.children[0]; at = at.children[0]) {
      step(at.children[0], into);
      for (const other of at.children.slice(1)) {
        const variation = el("span", { class: "variation" });
        step(other, variation);
        add(other, variation);
        into.append(variation);
      }
    }
  };
  add(tree.root, list);
  if (tree.root.children.length === 0) list.append(el("span", { class: "muted" }, "No moves yet: move a piece, or paste a game below."));
  return list;
}
