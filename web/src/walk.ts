// Moving about in a game: showing a position, moves and other deeds, going back and forward.

import * as api from "./api";
import { button, byId, card, el } from "./dom";
import { type Kept, store } from "./keep";
import { moveList } from "./moves";
import { draw, hooks, request, say, state, trying } from "./state";
import type { Node } from "./tree";

let asked = 0;

/** Shows the current node. */
export async function show(): Promise<void> {
  const number = ++asked;
  const next = await api.position(request());
  // An answer that was overtaken is not shown.
  if (number !== asked) return;
  state.position = next;
  state.analysis = null;
  state.play?.update(next);
  draw();
  store(state.game);
  hooks.restartEngine();
}

export function go(node: Node): void {
  if (state.play && !state.play.ended) return;
  state.game.tree.current = node;
  void trying(show);
}

/** The moves that are being played: one after another, also where both boards move at once. */
let moving: Promise<void> = Promise.resolve();

function inTurn(act: () => Promise<void>): Promise<void> {
  const next = moving.then(act);
  moving = next.catch(() => {});
  return next;
}

/** Plays a move of the current position; a move that is refused leaves all as it was. */
export function playMove(move: string, board: number): Promise<void> {
  return inTurn(() => playNext(move, board));
}

async function playNext(move: string, board: number): Promise<void> {
  const plain = move.replace(/^[12](?=[a-zA-Z+])/, "");
  // The other board may have ended the match, or taken the piece, a moment before.
  if (!state.position!.boards[board]?.legal.includes(plain)) return;
  const isPair = state.position!.boards.length === 2;
  const seat = state.position!.boards[board]!.onMove;
  const clock = state.play && state.play.settings.time > 0 && seat !== null ? Math.round(state.play.clocks[seat]!) : null;
  await append(isPair && !/^[12]/.test(move) ? `${board + 1}${move}` : move, clock);
}

/** A seat does something other than moving: a flag, an illegal move by the rules, and so on. */
export function happen(seat: number, deed: string): Promise<void> {
  return inTurn(async () => {
    await append(`${seat} ${deed}`);
    const ply = state.position!.plies.at(-1);
    if (ply?.deed === "illegal") throw new Error(`${state.position!.seats[seat]!.name} ${ply.san}`);
  });
}

/** Goes on with a move or deed; one that is refused leaves all as it was. */
async function append(text: string, clock: number | null = null): Promise<void> {
  const before = state.game.tree.current;
  const known = before.children.length;
  const node = state.game.tree.play(text);
  node.clock = clock ?? node.clock;
  try {
    await show();
    say(null);
  } catch (error) {
    if (before.children.length > known) before.children.pop();
    state.game.tree.current = before;
    throw error;
  }
}

export async function load(next: Kept): Promise<void> {
  const old = state.game;
  state.game = next;
  try {
    await show();
  } catch (error) {
    state.game = old;
    throw error;
  }
  byId<HTMLSelectElement>("variant").value = state.game.variant;
}

export function back(): void {
  if (state.game.tree.current.parent) go(state.game.tree.current.parent);
}

export function forward(): void {
  const next = state.game.tree.current.children[0];
  if (next) go(next);
}

/** The moves, and ways to go about among them. */
export function movesCard(): HTMLElement {
  const end = () => state.game.tree.line().at(-1) ?? state.game.tree.root;
  const tools = el("div", { class: "row" },
    button("|◀", "To the start (Home)", () => go(state.game.tree.root), { "aria-label": "To the start" }),
    button("◀", "Back (←)", back, { "aria-label": "Back" }),
    button("▶", "Forward (→)", forward, { "aria-label": "Forward" }),
    button("▶|", "To the end (End)", () => go(end()), { "aria-label": "To the end" }),
    button("Promote", "Make this variation the main line", () => { state.game.tree.promote(); draw(); store(state.game); }),
    button("Delete", "Delete this move and what follows", () => { state.game.tree.remove(); void trying(show); }));
  const playing = state.play && !state.play.ended;
  return card("Moves", moveList(state.game.tree, state.position!, go), playing ? null : tools, el("p", { class: "muted", id: "standing" }, standing()));
}

/** How the game stands, in words. */
function standing(): string {
  const { over, verdict, boards, seats } = state.position!;
  if (over) return verdict;
  const waits = /[12]=(?:stuck|stuck-check|pending)/.test(verdict) ? `; ${verdict.split(";").slice(1).join(", ")}` : "";
  const names = boards.flatMap(({ onMove }) => (onMove === null ? [] : [seats[onMove]!.name]));
  return `On move: ${names.join(", ")}${waits}`;
}
