// One board as SVG, of any shape: squares, pieces, marks, arrows, and the hands beside it.
// Moves are made by dragging, by two clicks, or by the keyboard; only legal ones are let
// through.

import type { BoardView, Piece } from "./api";

const NS = "http://www.w3.org/2000/svg";
const CELL = 60;

/** Fill, outline, inner lines: as in the pictures of the rule book. */
const COLORS: Record<string, [string, string, string]> = {
  w: ["#fdfbf6", "#26221d", "#26221d"],
  b: ["#3a3632", "#12100e", "#efe8da"],
  r: ["#c4473a", "#3d0f0a", "#fbeeea"],
  A: ["#e6b33d", "#4a3405", "#4a3405"],
  B: ["#4678b8", "#0c2344", "#eef4fc"],
  C: ["#cf6138", "#42160a", "#fdf0ea"],
  D: ["#3c9a8e", "#093430", "#eefaf8"],
};

const ROLES: Record<string, string> = {
  P: "pawn", N: "knight", B: "bishop", R: "rook", Q: "queen", K: "king", M: "Magician",
  V: "Veteran", S: "Princess", E: "Empress", A: "Amazon",
};
const ARMIES: Record<string, string> = {
  w: "white", b: "black", r: "red", A: "A's", B: "B's", C: "C's", D: "D's",
};

export function roleName(letter: string): string {
  return ROLES[letter] ?? letter;
}

export interface Options {
  flipped: boolean;
  /** May this seat's pieces be moved here? */
  movable: (seat: number) => boolean;
  arrows: { move: string; strong: boolean }[];
  /** Are promoted pieces shown as pawns? */
  hidden: boolean;
  /** Setting up: a click on a square, and nothing else. */
  editing: ((square: string) => void) | null;
  onMove: (move: string) => void;
  /** Hears moves that are not legal, where they have consequences. */
  onIllegal: ((move: string) => void) | null;
}

function element<K extends keyof SVGElementTagNameMap>(
  name: K,
  attributes: Record<string, string | number>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(NS, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

export function pieceIcon(role: string, army: string, side: number): SVGSVGElement {
  const svg = element("svg", { viewBox: "0 0 100 100", width: side, height: side, "aria-hidden": "true" });
  svg.append(pieceUse(role, army, 0, 0, 100));
  return svg;
}

function pieceUse(role: string, army: string, x: number, y: number, side: number): SVGUseElement {
  const [fill, stroke, color] = COLORS[army] ?? COLORS.w!;
  return element("use", {
    href: `#piece-${role}`, x, y, width: side, height: side, fill, stroke, color,
  });
}

/** Where a move begins and ends: `e2`, or the letter of a dropped piece. */
export function ends(move: string): { from: string; to: string; rest: string } | null {
  const plain = move.replace(/^[12](?=[a-zA-Z+])/, "");
  const drop = /^([A-Z])@([a-z]\d+)$/.exec(plain);
  if (drop) return { from: drop[1]! + "@", to: drop[2]!, rest: "" };
  const step = /^([a-z]\d+)([a-z]\d+)(.*)$/.exec(plain);
  return step ? { from: step[1]!, to: step[2]!, rest: step[3]! } : null;
}

export class Board {
  readonly svg: SVGSVGElement;
  private view: BoardView | null = null;
  private options: Options | null = null;
  private selected: string | null = null;
  private cursor: string | null = null;
  private drag: { from: string; ghost: SVGElement; moved: boolean } | null = null;

  constructor(readonly index: number, readonly choose: (moves: string[], done: (move: string) => void) => void) {
    this.svg = element("svg", { class: "board", tabindex: 0, role: "application" });
    this.svg.addEventListener("pointerdown", (event) => this.down(event));
    this.svg.addEventListener("pointermove", (event) => this.move(event));
    this.svg.addEventListener("pointerup", (event) => this.up(event));
    this.svg.addEventListener("pointercancel", () => this.cancel());
    this.svg.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows a position; what was selected stays so if it still can move. */
  show(view: BoardView, options: Options): void {
    this.view = view;
    this.options = options;
    if (this.selected && !this.mayPick(this.selected)) this.selected = null;
    this.draw();
  }

  /** Selects a piece of a hand (`N@`) or a square. */
  select(from: string | null): void {
    this.selected = from !== null && from === this.selected ? null : from;
    this.draw();
  }

  get selection(): string | null {
    return this.selected;
  }

  private get mayMove(): boolean {
    const { view, options } = this;
    return !!view && !!options && view.onMove !== null && options.movable(view.onMove);
  }

  private targets(from: string): string[] {
    if (!this.mayMove) return [];
    return this.view!.legal.filter((move) => ends(move)?.from === from);
  }

  /** Can this square or this piece of a hand be taken up? */
  private mayPick(from: string): boolean {
    if (this.targets(from).length > 0) return true;
    if (!this.options?.onIllegal || !this.mayMove) return false;
    const { view } = this;
    if (from.endsWith("@")) {
      const held = view!.hands.find(({ seat }) => seat === view!.onMove)?.pieces ?? [];
      return held.some(([role]) => from === `${role}@`);
    }
    return this.isOwn(from);
  }

  /** Does a piece of the seat on move stand there? */
  private isOwn(square: string): boolean {
    const { seats, onMove, pieces } = this.view!;
    const army = seats.find(({ seat }) => seat === onMove)?.army;
    return pieces.some((piece) => piece.at === square && piece.army === army);
  }

  /** Plays from here to there; asks if it can be meant in two ways. */
  attempt(from: string, to: string): boolean {
    const moves = this.targets(from).filter((move) => ends(move)?.to === to);
    this.selected = null;
    this.draw();
    if (moves.length === 0) {
      const illegal = from !== to && !this.isOwn(to) ? this.options!.onIllegal : null;
      illegal?.(from + to);
      return !!illegal;
    }
    if (moves.length === 1) this.options!.onMove(moves[0]!);
    else this.choose(moves, (move) => this.options!.onMove(move));
    return true;
  }

  private turned(): boolean {
    return this.view!.turned !== this.options!.flipped;
  }

  private xy(column: number, rank: number): [number, number] {
    const { files, ranks } = this.view!;
    return this.turned()
      ? [(files.length - 1 - column) * CELL, rank * CELL]
      : [column * CELL, (ranks - 1 - rank) * CELL];
  }

  private placeOf(name: string): [number, number] | null {
    const square = this.view!.squares.find(([known]) => known === name);
    return square ? this.xy(square[1], square[2]) : null;
  }

  /** The square under a point of the screen. */
  squareAt(clientX: number, clientY: number): string | null {
    const box = this.svg.getBoundingClientRect();
    const { files, ranks } = this.view!;
    const column = Math.floor(((clientX - box.left) / box.width) * files.length);
    const row = Math.floor(((clientY - box.top) / box.height) * ranks);
    const [c, r] = this.turned() ? [files.length - 1 - column, row] : [column, ranks - 1 - row];
    return this.view!.squares.find(([, x, y]) => x === c && y === r)?.[0] ?? null;
  }

  private draw(): void {
    const { view, options } = this;
    if (!view || !options) return;
    const width = view.files.length * CELL;
    const height = view.ranks * CELL;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.svg.style.aspectRatio = `${width} / ${height}`;
    const shapes: SVGElement[] = [];
    const targets = this.selected ? this.targets(this.selected).map((move) => ends(move)!.to) : [];
    for (const [name, column, rank] of view.squares) {
      const [x, y] = this.xy(column, rank);
      const dark = (column + rank) % 2 === 0;
      const kind = ["square", dark ? "dark" : "light"];
      if (view.touched.includes(name)) kind.push("touched");
      if (name === this.selected) kind.push("selected");
      shapes.push(element("rect", { x, y, width: CELL, height: CELL, class: kind.join(" ") }));
      if (view.checked.includes(name)) {
        shapes.push(element("circle", { cx: x + 30, cy: y + 30, r: 27, class: "check" }));
      }
    }
    shapes.push(...this.labels());
    for (const piece of view.pieces) shapes.push(...this.piece(piece));
    for (const name of new Set(targets)) {
      const [x, y] = this.placeOf(name)!;
      const taken = view.pieces.some((piece) => piece.at === name);
      shapes.push(
        element("circle", { cx: x + 30, cy: y + 30, r: taken ? 26 : 9, class: taken ? "take" : "target" }),
      );
    }
    for (const arrow of options.arrows) shapes.push(...this.arrow(arrow.move, arrow.strong));
    if (this.cursor) {
      const [x, y] = this.placeOf(this.cursor)!;
      shapes.push(element("rect", { x: x + 2, y: y + 2, width: 56, height: 56, class: "cursor" }));
    }
    this.svg.replaceChildren(...shapes);
    this.svg.setAttribute("aria-label", this.description());
  }

  private labels(): SVGElement[] {
    const { files, squares } = this.view!;
    const labels: SVGElement[] = [];
    for (const [name, column, rank] of squares) {
      const exists = (c: number, r: number) => squares.some(([, x, y]) => x === c && y === r);
      const [x, y] = this.xy(column, rank);
      const dark = (column + rank) % 2 === 0;
      const down = this.turned() ? rank + 1 : rank - 1;
      const left = this.turned() ? column + 1 : column - 1;
      const side = dark ? "label on-dark" : "label on-light";
      if (!exists(column, down)) {
        const text = element("text", { x: x + 56, y: y + 57, "text-anchor": "end", class: side });
        text.textContent = files[column] ?? "";
        labels.push(text);
      }
      if (!exists(left, rank)) {
        const text = element("text", { x: x + 3, y: y + 13, class: side });
        text.textContent = name.slice(1);
        labels.push(text);
      }
    }
    return labels;
  }

  private piece(piece: Piece): SVGElement[] {
    const [x, y] = this.placeOf(piece.at)!;
    const hidden = piece.promoted && this.options!.hidden;
    const use = pieceUse(hidden ? "P" : piece.role, piece.army, x + 2, y + 2, CELL - 4);
    if (piece.frozen) use.setAttribute("opacity", "0.45");
    if (this.drag?.moved && this.drag.from === piece.at) use.setAttribute("opacity", "0.25");
    const shapes: SVGElement[] = [use];
    if (piece.promoted && !hidden) {
      const mark = element("text", { x: x + 44, y: y + 20, class: "promoted" });
      mark.textContent = "~";
      shapes.push(mark);
    }
    return shapes;
  }

  private arrow(move: string, strong: boolean): SVGElement[] {
    const known = ends(move);
    const to = known && this.placeOf(known.to);
    if (!known || !to) return [];
    const kind = strong ? "arrow" : "arrow weak";
    const from = this.placeOf(known.from);
    if (!from) {
      // A drop: a ring with the piece that is dropped.
      const role = known.from.slice(0, 1);
      const army = this.view!.seats.find(({ seat }) => seat === this.view!.onMove)?.army ?? "w";
      const ring = element("circle", { cx: to[0] + 30, cy: to[1] + 30, r: 27, class: `${kind} ring` });
      const use = pieceUse(role, army, to[0] + 12, to[1] + 12, 36);
      use.setAttribute("opacity", "0.75");
      return [ring, use];
    }
    const [x0, y0, x1, y1] = [from[0] + 30, from[1] + 30, to[0] + 30, to[1] + 30];
    const length = Math.hypot(x1 - x0, y1 - y0) || 1;
    const [dx, dy] = [(x1 - x0) / length, (y1 - y0) / length];
    const [bx, by] = [x1 - 20 * dx, y1 - 20 * dy];
    const shaft = element("path", { d: `M${x0} ${y0}L${bx} ${by}`, class: kind });
    const head = element("path", {
      d: `M${x1} ${y1}L${bx + 11 * dy} ${by - 11 * dx}L${bx - 11 * dy} ${by + 11 * dx}z`,
      class: `${kind} head`,
    });
    return [shaft, head];
  }

  private description(): string {
    const { pieces } = this.view!;
    const says = (piece: Piece) => `${ARMIES[piece.army] ?? ""} ${roleName(piece.role)} ${piece.at}`;
    const cursor = this.cursor ? `, cursor on ${this.cursor}` : "";
    return `Board ${this.index + 1}: ${pieces.map(says).join(", ")}${cursor}`;
  }

  private down(event: PointerEvent): void {
    const square = this.squareAt(event.clientX, event.clientY);
    if (event.button !== 0 || !square || !this.options) return;
    this.cursor = null;
    if (this.options.editing) return this.options.editing(square);
    if (this.selected && this.selected !== square && this.attempt(this.selected, square)) return;
    if (!this.mayPick(square)) {
      if (this.selected) this.select(null);
      return;
    }
    const piece = this.view!.pieces.find(({ at }) => at === square)!;
    const ghost = pieceUse(piece.role, piece.army, 0, 0, CELL);
    ghost.classList.add("ghost");
    this.drag = { from: square, ghost, moved: false };
    this.svg.setPointerCapture(event.pointerId);
    if (this.selected !== square) this.select(square);
    else this.drag.moved = false;
  }

  private move(event: PointerEvent): void {
    if (!this.drag) return;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      this.svg.getScreenCTM()!.inverse(),
    );
    if (!this.drag.moved) {
      const start = this.placeOf(this.drag.from)!;
      if (Math.hypot(point.x - start[0] - 30, point.y - start[1] - 30) < 32) return;
      this.drag.moved = true;
      this.draw();
      this.svg.append(this.drag.ghost);
    }
    this.drag.ghost.setAttribute("x", String(point.x - 30));
    this.drag.ghost.setAttribute("y", String(point.y - 30));
  }

  private up(event: PointerEvent): void {
    const { drag } = this;
    this.drag = null;
    if (!drag?.moved) return;
    const square = this.squareAt(event.clientX, event.clientY);
    if (!square || !this.attempt(drag.from, square)) this.select(null);
  }

  private cancel(): void {
    this.drag = null;
    this.selected = null;
    this.draw();
  }

  /** Arrow keys with Shift move a cursor, Enter selects and plays, Escape gives up. */
  private key(event: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1],
    };
    const step = event.shiftKey ? steps[event.key] : undefined;
    if (step) {
      const sign = this.turned() ? -1 : 1;
      const { squares } = this.view!;
      const at = squares.find(([name]) => name === this.cursor) ?? squares[0]!;
      const moved = squares.find(([, x, y]) => x === at[1] + sign * step[0] && y === at[2] + sign * step[1]);
      this.cursor = this.cursor ? (moved ?? at)[0] : at[0];
      this.draw();
    } else if (event.key === "Enter" && this.cursor) {
      const { cursor } = this;
      if (this.options!.editing) this.options!.editing(cursor);
      else if (!this.selected || !this.attempt(this.selected, cursor)) {
        this.select(this.mayPick(cursor) ? cursor : null);
      }
    } else if (event.key === "Escape") {
      this.cursor = null;
      this.select(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
