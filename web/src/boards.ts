// The boards, and beside them the seats: names, hands, clocks.

import { controls } from "./analysing";
import type { BoardView } from "./api";
import { Board, ends, pieceIcon, roleName } from "./board";
import { button, byId, clockText, el } from "./dom";
import { brings } from "./found";
import { clocksOf, mayMove, state, trying } from "./state";
import { happen, playMove } from "./walk";

const boards: Board[] = [0, 1].map((index) => new Board(index, choose));

/** Asks which of several moves is meant: promotions. */
function choose(moves: string[], done: (move: string) => void): void {
  const dialog = byId<HTMLDialogElement>("choice");
  const buttons = moves.map((move) => {
    const { rest } = ends(move)!;
    const square = /^=?([a-z]\d+)$/.exec(rest)?.[1];
    const role = square ? takenRole(square) : rest.replace("=", "").toUpperCase();
    const name = square ? `${roleName(role)} from ${square}` : roleName(role);
    const made = button("", name, () => {
      dialog.close();
      done(move);
    }, { "aria-label": name });
    made.append(pieceIcon(role, "w", 48), square ?? "");
    return made;
  });
  dialog.replaceChildren(el("div", { class: "row" }, ...buttons), button("Cancel", "Do not move", () => dialog.close()));
  dialog.showModal();
}

/** What stands on a square of the other board: the piece that a promotion takes out. */
function takenRole(square: string): string {
  const all = state.position!.boards.flatMap((board) => board.pieces.filter(({ at }) => at === square));
  return all.at(-1)?.role ?? "Q";
}

/** Replaces children only if they are others: what is held or focused stays where it is. */
function setChildren(parent: Element, nodes: Element[]): void {
  const same = parent.children.length === nodes.length && nodes.every((node, at) => parent.children[at] === node);
  if (!same) parent.replaceChildren(...nodes);
}

const frames = boards.map(() => el("div", { class: "seatboard" }));

const row = el("div", { class: "seatrow" });

export function drawBoards(): void {
  const views = state.setUp?.views ?? state.position!.boards;
  const place = byId("boards");
  place.classList.toggle("two", views.length === 2);
  views.forEach((view, index) => {
    const seats = view.seats.map(({ seat }) => seat);
    const bars = seats.map((seat) => seatBar(view, index, seat));
    showBoard(view, index);
    const { svg } = boards[index]!;
    if (seats.length === 2) {
      const below = view.seats[0]!.army === "w" !== (view.turned !== state.flipped) ? 0 : 1;
      setChildren(frames[index]!, [bars[1 - below]!, svg as unknown as Element, bars[below]!]);
    } else {
      setChildren(row, bars);
      setChildren(frames[index]!, [row, svg]);
    }
  });
  setChildren(place, frames.slice(0, views.length));
  drawBrings();
}

export function showBoard(view: BoardView, index: number): void {
  const seats = view.seats.map(({ seat }) => seat);
  const mine = seats.some((seat) => state.play?.settings.seats[seat] === "me");
  boards[index]!.show(view, {
    flipped: state.flipped,
    movable: mayMove,
    arrows: arrows(index),
    // A player of the other board is not told what a pawn has become.
    hidden: !!state.play && !state.play.ended && state.position!.rules.hidesPromotions && !mine,
    editing: state.setUp ? (square) => state.setUp?.paint(index, square) : null,
    onMove: (move) => void trying(() => playMove(move, index)),
    onIllegal: state.play?.settings.strict ? (move) => void trying(() => happen(view.onMove!, `illegal ${move}`)) : null,
  });
}

function arrows(board: number): { move: string; strong: boolean }[] {
  if (!state.analysis || !controls.on || state.setUp) return [];
  return state.analysis.seats
    .filter((seat) => seat.board === board)
    .flatMap((seat) => seat.lines.map((line, index) => ({ move: line.moves[0] ?? "", strong: index === 0 })))
    .filter(({ move }) => move);
}

function seatName(seat: number): string {
  const name = state.position!.seats[seat]!.name;
  const told: Record<string, string> = { "1w": "WhiteA", "1b": "BlackA", "2w": "WhiteB", "2b": "BlackB", w: "White", b: "Black" };
  const tag = state.game.tags.find(([tag]) => tag === (told[name] ?? name.toUpperCase()))?.[1];
  if (state.play) return state.play.settings.seats[seat] === "me" ? `${name} you` : `${name} Kralle`;
  return tag ? `${name} ${tag}` : name;
}

/** The bars that are shown, by seat, with what they were made of. */
const bars: { key: string; bar: HTMLElement }[] = [];

/** A seat: its name, hand and clock. The same element while nothing but the clock changes. */
function seatBar(view: BoardView, index: number, seat: number): HTMLElement {
  const held = view.hands.find((hand) => hand.seat === seat)?.pieces ?? [];
  const turn = view.onMove === seat;
  const selected = turn ? boards[index]!.selection : null;
  const note = state.play?.sitting[seat] ?? null;
  const key = JSON.stringify([state.game.variant, seatName(seat), held, turn, turn && mayMove(seat), selected, note, !!state.setUp]);
  if (bars[seat]?.key !== key) bars[seat] = { key, bar: newBar(view, index, seat, held, note) };
  const clock = state.play ? (state.play.settings.time > 0 ? state.play.clocks[seat]! : null) : (clocksOf()[seat] ?? null);
  bars[seat]!.bar.querySelector(".clock")!.textContent = clockText(clock);
  return bars[seat]!.bar;
}

function newBar(view: BoardView, index: number, seat: number, held: [string, number][], note: string | null): HTMLElement {
  const board = boards[index]!;
  const turn = view.onMove === seat;
  const { army } = view.seats.find((known) => known.seat === seat)!;
  // A pool is not dropped from.
  const drops = turn && mayMove(seat) && (view.legal.some((move) => move.includes("@")) || !!state.play?.settings.strict);
  const pieces = [...held].reverse().map(([role, count]) => {
    const from = `${role}@`;
    const made = button("", `${count} ${roleName(role)}`, () => {
      if (state.setUp) state.setUp.give(index, seat, role, -1);
      else if (drops) board.select(from);
      drawBoards();
    }, { "aria-label": `${roleName(role)}, ${count} in hand`, "aria-pressed": String(turn && board.selection === from) });
    made.addEventListener("pointerdown", (event) => made.setPointerCapture(event.pointerId));
    made.addEventListener("pointerup", (event) => {
      // Dragged from the hand onto the board.
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".board");
      const square = under === board.svg ? board.squareAt(event.clientX, event.clientY) : null;
      if (square && drops) board.attempt(from, square);
    });
    made.append(pieceIcon(role, army, 32));
    if (count > 1) made.append(el("span", { class: "count" }, String(count)));
    return made;
  });
  return el(
    "div",
    { class: `seat${turn ? " turn" : ""}`, "data-seat": seat },
    el("span", { class: "name" }, seatName(seat)),
    el("span", { class: "hand" }, ...pieces),
    note ? el("span", { class: "note" }, note) : null,
    el("span", { class: "clock" }),
    el("span", { class: "brings" }),
  );
}

/** Under each hand: what one more piece of each kind would bring. */
export function drawBrings(): void {
  bars.forEach(({ bar }, seat) => {
    const known = controls.on && !state.setUp ? state.analysis?.seats[seat] : undefined;
    bar.querySelector(".brings")!.replaceChildren(...(known ? brings(known) : []));
  });
}
