// What an analysis says, as elements: chances, advice, what pieces would bring, a graph.

import type { Analysis, SeatAnalysis } from "./api";
import { roleName } from "./board";
import { clockText, el } from "./dom";
import { effect, scoreText } from "./score";

/** The pieces that can be dropped. */
export const DROPPABLE = ["P", "N", "B", "R", "Q"];

/** The chances of each team. */
export function teamBar(teams: Analysis["teams"], name: (seat: number) => string): HTMLElement {
  const names = (seats: number[]) => seats.map(name).join(" + ");
  const told = teams.map((team) => `${names(team.seats)} ${Math.round(team.share * 100)}`);
  return el("div", { class: "team" },
    el("div", { class: "who" }, ...told.map((text) => el("span", {}, `${text} %`))),
    el("div", { class: "bar", role: "img", "aria-label": `Chances: ${told.map((text) => `${text} percent`).join(", ")}` },
      ...teams.map((team) => el("span", { style: `width:${team.share * 100}%` }))));
}

/** Mates over both boards, whether to sit or to move, and captures that let the partner mate. */
export function advice(seat: SeatAnalysis): HTMLElement | null {
  const lines: string[] = [];
  if (seat.jointMate) {
    const { san, mate } = seat.jointMate;
    lines.push(san ? `${san} mates over both boards in ${mate}` : `If it waits, its team mates over both boards in ${mate}`);
  }
  if (seat.sitting) {
    const { moving, waiting, piece, lead, sits } = seat.sitting;
    const clock = lead === null ? "if the clock allows it" : lead > 0 ? `${clockText(lead)} ahead` : `${clockText(-lead)} behind`;
    if (piece) lines.push(`${sits ? "Sit" : "Move"}: moving now ${scoreText(moving)}, waiting for ${piece} ${scoreText(waiting)} (${clock})`);
    else if (sits) lines.push(`Sit (${clock})`);
  }
  for (const crossing of seat.crossings) {
    lines.push(`${crossing.san} gives the partner ${crossing.piece}, which mates in ${crossing.mate}`);
  }
  return lines.length > 0 ? el("p", { class: "advice" }, lines.join(". ") + ".") : null;
}

/** What each piece would do for a seat, in a line. */
export function brings(seat: SeatAnalysis): HTMLElement[] {
  return seat.pieces.map(({ piece, with: after }) => {
    const { text, grade } = effect(seat.score, after);
    return el("span", { title: `One more ${roleName(piece)} in this hand: ${text}` }, `${piece} `, el("span", { class: grade }, text.replace("mates in ", "#").replace("mated in ", "−#")));
  });
}

/** What each piece would do, a row a seat. */
export function prices(seats: SeatAnalysis[]): HTMLElement {
  const head = el("tr", {}, el("th", {}, ""), ...DROPPABLE.map((role) => el("th", { scope: "col", title: roleName(role) }, role)));
  const rows = seats.map((seat) => {
    const cells = DROPPABLE.map((role) => {
      const price = seat.pieces.find(({ piece }) => piece === role)!;
      const { text, grade } = effect(seat.score, price.with);
      return el("td", { class: grade }, text);
    });
    return el("tr", {}, el("th", { scope: "row" }, seat.name), ...cells);
  });
  const keep = seats.filter((seat) => seat.keep.length > 0)
    .map((seat) => el("p", { class: "bad" }, `${seat.name} must not lose ${seat.keep.join(", ")}`));
  return el("div", {}, el("h2", {}, "What a piece would bring"),
    el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)), ...keep);
}

/** A dot of a graph: where, and of which kind. */
export type Dot = { at: number; kind: string; title: string };

/** The chances of the first team, position by position; a click goes to one. */
export function graphOf(shares: (number | null)[], now: number, go: (index: number) => void, dots: Dot[] = []): Element {
  const NS = "http://www.w3.org/2000/svg";
  const last = Math.max(1, shares.length - 1);
  const x = (index: number) => (index / last) * 400;
  const y = (share: number) => (1 - share) * 90;
  const svg = document.createElementNS(NS, "svg");
  for (const [name, value] of Object.entries({
    class: "graph", viewBox: "0 0 400 90", preserveAspectRatio: "none", role: "img",
    "aria-label": "Chances of the first team over the game",
  })) svg.setAttribute(name, value);
  const path = (d: string, kind: string, title = "") => {
    const made = document.createElementNS(NS, "path");
    made.setAttribute("d", d);
    made.setAttribute("class", kind);
    if (title) made.append(document.createElementNS(NS, "title"));
    if (title) made.firstElementChild!.textContent = title;
    svg.append(made);
  };
  const known = shares.flatMap((share, index) => (share === null ? [] : [{ index, share }]));
  const points = known.map(({ index, share }) => `${x(index).toFixed(1)} ${y(share).toFixed(1)}`);
  if (known.length > 0) {
    path(`M${x(known[0]!.index).toFixed(1)} 90L${points.join("L")}L${x(known.at(-1)!.index).toFixed(1)} 90z`, "area");
  }
  path("M0 45H400", "middle");
  path(`M${x(now)} 0V90`, "now");
  // A stroke of no length with round ends is a dot that stays round however wide the graph is.
  for (const { at, kind, title } of dots) {
    path(`M${x(at).toFixed(1)} ${y(shares[at] ?? 0.5).toFixed(1)}h0.01`, `dot ${kind}`, title);
  }
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * last));
  });
  return svg;
}
