// A position that is set up by hand: pieces and hands are painted, then it is read as a FEN.

import type { BoardView, Position } from "./api";
import { pieceIcon, roleName } from "./board";
import { button, card, el } from "./dom";
import { DROPPABLE } from "./found";
import { fenOf } from "./text";

export interface SetUpActs {
  /** The boards have changed. */
  painted: () => void;
  /** The card has changed. */
  chosen: () => void;
  done: () => void;
  cancel: () => void;
}

export class SetUp {
  readonly views: BoardView[];
  private readonly turns: string[];
  private brush: { role: string; army: string } | null = null;

  constructor(private readonly position: Position, private readonly acts: SetUpActs) {
    this.views = structuredClone(position.boards);
    for (const view of this.views) {
      view.touched = [];
      view.checked = [];
    }
    this.turns = this.views.map((view) => view.seats.find(({ seat }) => seat === view.onMove)?.army ?? view.seats[0]!.army);
  }

  get fen(): string {
    return this.views.map((view, board) => fenOf(view, this.turns[board]!)).join(" | ");
  }

  /** Puts what is chosen on a square, or empties it. */
  paint(board: number, square: string): void {
    const view = this.views[board]!;
    view.pieces = view.pieces.filter(({ at }) => at !== square);
    if (this.brush) view.pieces.push({ at: square, ...this.brush, promoted: false, frozen: false });
    this.acts.painted();
  }

  /** Adds pieces to a hand, or takes them away. */
  give(board: number, seat: number, role: string, by: number): void {
    const hand = this.views[board]!.hands.find((known) => known.seat === seat);
    if (!hand) return;
    const known = hand.pieces.find(([held]) => held === role);
    if (known) known[1] += by;
    else if (by > 0) hand.pieces.push([role, by]);
    hand.pieces = hand.pieces.filter(([, count]) => count > 0);
    this.acts.painted();
  }

  card(): HTMLElement {
    const { views, turns, acts } = this;
    const isPair = views.length === 2;
    const armies = views[0]!.seats.map(({ army }) => army);
    const palette = armies.map((army) =>
      el("div", { class: "row palette" }, ...this.roles().map((role) => this.brushButton(role, army))));
    const hands = views.flatMap((view, board) => view.hands.map((hand) =>
      el("div", { class: "row" }, el("span", {}, `${this.position.seats[hand.seat]!.name} gets`),
        ...DROPPABLE.map((role) => button(role, `One more ${roleName(role)} in hand`, () => this.give(board, hand.seat, role, 1))))));
    const sides = views.map((view, board) => el("label", {}, `${isPair ? `Board ${board + 1}: ` : ""}on move `,
      el("select", { onchange: (event) => { turns[board] = (event.target as HTMLSelectElement).value; } },
        ...view.seats.map(({ army }) => el("option", { value: army, selected: army === turns[board] }, army)))));
    return card("Set up a position",
      el("p", { class: "muted" }, "Choose a piece and click squares. A click on a piece in a hand takes it away."),
      ...palette,
      el("div", { class: "row" },
        button("Eraser", "Clicks take pieces away", () => { this.brush = null; acts.chosen(); }, { "aria-pressed": String(!this.brush) }),
        button("Clear", "An empty board", () => { for (const view of views) view.pieces = []; acts.painted(); })),
      ...hands,
      el("div", { class: "row" }, ...sides),
      el("div", { class: "row" },
        button("Done", "Use this position", acts.done, { class: "main" }),
        button("Cancel", "Back to the position before", acts.cancel)));
  }

  private roles(): string[] {
    return this.position.variant === "superschaak" ? [..."KQRBNPMVSEA"] : [..."KQRBNP"];
  }

  private brushButton(role: string, army: string): HTMLButtonElement {
    const chosen = this.brush?.role === role && this.brush.army === army;
    const made = button("", `${army} ${roleName(role)}`, () => { this.brush = { role, army }; this.acts.chosen(); },
      { "aria-pressed": String(chosen), "aria-label": `Put ${army} ${roleName(role)}` });
    made.append(pieceIcon(role, army, 32));
    return made;
  }
}
