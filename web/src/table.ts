// A table that is only looked at: boards between the bars of their seats.

import type { BoardView, Position } from "./api";
import { type Board, pieceIcon } from "./board";
import { clockText, el } from "./dom";

/** What stands beside a seat. */
export interface SeatText {
  name: string;
  clock: number | null;
}

function seatBar(view: BoardView, seat: number, text: SeatText, over: boolean): HTMLElement {
  const army = view.seats.find((known) => known.seat === seat)!.army;
  const held = view.hands.find((hand) => hand.seat === seat)?.pieces ?? [];
  const pieces = [...held].reverse().map(([role, count]) => {
    const made = el("span", { class: "held" });
    made.append(pieceIcon(role, army, 28));
    if (count > 1) made.append(el("span", { class: "count" }, String(count)));
    return made;
  });
  const turn = view.onMove === seat && !over;
  return el("div", { class: `seat${turn ? " turn" : ""}`, "data-seat": seat },
    el("span", { class: "name", title: text.name }, text.name), el("span", { class: "hand" }, ...pieces),
    el("span", { class: "clock" }, clockText(text.clock)));
}

/** Shows the boards of a position in a place. */
export function showTable(
  place: Element, boards: Board[], position: Position, texts: SeatText[], flipped: boolean,
  arrows: (board: number) => { move: string; strong: boolean }[],
): void {
  place.classList.toggle("two", position.boards.length === 2);
  place.replaceChildren(...position.boards.map((view, index) => {
    const board = boards[index]!;
    board.show({ ...view, legal: [] }, {
      flipped, movable: () => false, arrows: arrows(index), hidden: false, editing: null, onMove: () => {}, onIllegal: null,
    });
    const bars = view.seats.map(({ seat }) => seatBar(view, seat, texts[seat]!, position.over));
    if (bars.length !== 2) {
      return el("div", { class: "seatboard" }, el("div", { class: "seatrow" }, ...bars), board.svg as unknown as Element);
    }
    const below = view.seats[0]!.army === "w" !== (view.turned !== flipped) ? 0 : 1;
    return el("div", { class: "seatboard" }, bars[1 - below]!, board.svg as unknown as Element, bars[below]!);
  }));
}
