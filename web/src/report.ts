// A report of `kralle annotate`: games that were analysed, in one file, without a server.

import type { Analysis, Ply, Position } from "./api";
import { Board } from "./board";
import { button, byId, el } from "./dom";
import { advice, type Dot, graphOf, prices, teamBar } from "./found";
import { scoreText } from "./score";
import { showTable } from "./table";

interface Seat {
  seat: string;
  player: string;
  team: number;
  moves: number;
  lost: number;
  inaccuracies: number;
  mistakes: number;
  blunders: number;
}

interface JudgedPly extends Ply {
  clock: number | null;
  loss: number;
  mark: string | null;
  words: string;
  better: string[];
}

interface View {
  position: Position;
  shares: number[];
  clocks: (number | null)[];
  analysis: Analysis | null;
}

interface Game {
  variant: string;
  tags: [string, string][];
  result: string;
  ending: string | null;
  broken: string | null;
  seats: Seat[];
  plies: JudgedPly[];
  positions: View[];
  turningPoints: number[];
}

const games = JSON.parse(byId("games").textContent!) as Game[];
const KINDS: Record<string, string> = { "?!": "inaccuracy", "?": "mistake", "??": "blunder" };
const boards: Board[] = [0, 1].map((index) => new Board(index, () => {}));
let game = games[0]!;
let now = 0;
let flipped = false;

const tag = (name: string) => game.tags.find(([known]) => known === name)?.[1];

/** A ply's number as its record has it: `12a.`, `12.`, `12…`. */
function numberOf(ply: Ply): string {
  const seats = game.seats.length;
  if (game.positions[0]!.position.boards.length === 2) return `${ply.number}${"AaBb"[ply.seat]}.`;
  if (seats > 2) return `${ply.number}${game.seats[ply.seat]!.seat.toUpperCase()}.`;
  return ply.seat === 0 ? `${ply.number}.` : `${ply.number}…`;
}

function go(index: number): void {
  now = Math.min(Math.max(index, 0), game.plies.length);
  draw();
}

function drawBoards(): void {
  const { position, analysis, clocks } = game.positions[now]!;
  const texts = game.seats.map(({ player, seat }, index) => ({ name: `${seat} ${player}`, clock: clocks[index] ?? null }));
  showTable(byId("boards"), boards, position, texts, flipped, (board) =>
    (analysis?.seats ?? []).filter((seat) => seat.board === board)
      .flatMap((seat) => seat.lines.slice(0, 1).map((line) => ({ move: line.moves[0]!, strong: true }))));
}

function card(title: string, ...children: (Element | string | null)[]): HTMLElement {
  return el("section", { class: "card" }, title ? el("h2", {}, title) : null, ...children);
}

/** What was found of the position: chances, lines, advice, what pieces would bring. */
function analysisCard(): HTMLElement {
  const view = game.positions[now]!;
  if (!view.analysis) return card("The end", el("p", { class: "verdict" }, view.position.over ? view.position.verdict : game.ending ?? game.result));
  const name = (seat: number) => game.seats[seat]!.seat;
  const lines = view.analysis.seats.filter((seat) => seat.lines.length > 0).map((seat) =>
    el("div", {}, el("p", { class: "found" }, el("b", {}, name(seat.seat)), ` ${scoreText(seat.score)} `, seat.lines[0]!.san.join(" ")), advice(seat)));
  const priced = view.analysis.seats.filter((seat) => seat.pieces.length > 0);
  return card("", teamBar(view.analysis.teams, name), ...lines, priced.length > 0 ? prices(priced) : null);
}

function movesCard(): HTMLElement {
  const list = el("div", { class: "moves" });
  game.plies.forEach((ply, index) => {
    const kind = ply.mark ? KINDS[ply.mark]! : "";
    list.append(el("span", { class: "number" }, numberOf(ply)),
      button(`${ply.san}${ply.mark ?? ""}`, ply.words || ply.san, () => go(index + 1), { "aria-current": String(index + 1 === now), class: kind }));
  });
  const last = game.plies[now - 1];
  const remark = last?.words ? el("p", { class: "advice", id: "remark" }, `${numberOf(last)} ${last.san}: ${last.words}.`) : null;
  const tools = el("div", { class: "row" },
    button("|◀", "To the start (Home)", () => go(0), { "aria-label": "To the start" }),
    button("◀", "Back (←)", () => go(now - 1), { "aria-label": "Back" }),
    button("▶", "Forward (→)", () => go(now + 1), { "aria-label": "Forward" }),
    button("▶|", "To the end (End)", () => go(game.plies.length), { "aria-label": "To the end" }));
  const broken = game.broken ? el("p", { class: "bad" }, `The record breaks off: ${game.broken}.`) : null;
  return card("Moves", remark, list, tools, broken);
}

function graphCard(): HTMLElement {
  const dots = game.plies.flatMap((ply, index): Dot[] =>
    ply.mark ? [{ at: index + 1, kind: KINDS[ply.mark]!, title: `${numberOf(ply)} ${ply.san}${ply.mark}` }] : []);
  const shares = game.positions.map((view) => view.shares[0]!);
  const first = game.seats.filter((seat) => seat.team === game.seats[0]!.team).map((seat) => seat.player);
  return card(`Chances of ${first.join(" + ")}`, graphOf(shares, now, go, dots));
}

function pointsCard(): HTMLElement {
  const rows = game.turningPoints.map((index) => {
    const ply = game.plies[index]!;
    const share = (at: number) => `${Math.round(game.positions[at]!.shares[ply.seat]! * 100)} %`;
    return el("li", {}, el("button", { type: "button", onclick: () => go(index + 1) },
      el("b", { class: KINDS[ply.mark ?? ""] ?? "" }, `${numberOf(ply)} ${ply.san}${ply.mark ?? ""}`),
      ` ${game.seats[ply.seat]!.player}: ${share(index)} to ${share(index + 1)}: ${ply.words}.`));
  });
  return card("Turning points", rows.length > 0 ? el("ul", { class: "points" }, ...rows) : el("p", { class: "muted" }, "None: nobody threw anything away."));
}

function seatsCard(): HTMLElement {
  const heads = ["", "player", "moves", "?!", "?", "??", "lost a move"];
  const rows = game.seats.map((seat) => el("tr", {}, el("th", { scope: "row" }, seat.seat), el("td", {}, seat.player),
    ...[seat.moves, seat.inaccuracies, seat.mistakes, seat.blunders].map((count) => el("td", {}, String(count))),
    el("td", {}, `${seat.moves > 0 ? ((100 * seat.lost) / seat.moves).toFixed(1) : "0"} %`)));
  return card("Players", el("table", {}, el("thead", {}, el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)))), el("tbody", {}, ...rows)));
}

function draw(): void {
  drawBoards();
  byId("about").textContent = [tag("Event"), tag("Date"), game.result].filter(Boolean).join(", ");
  byId("panel").replaceChildren(movesCard(), graphCard(), analysisCard());
  byId("below").replaceChildren(pointsCard(), seatsCard());
  byId("panel").querySelector('.moves [aria-current="true"]')?.scrollIntoView({ block: "nearest" });
}

function begin(): void {
  const choice = byId<HTMLSelectElement>("game");
  choice.append(...games.map((one, index) => el("option", { value: index }, `${index + 1}: ${one.seats.map((seat) => seat.player).join(", ")}`)));
  choice.hidden = games.length < 2;
  choice.addEventListener("change", () => { game = games[Number(choice.value)]!; go(0); });
  for (const one of games) {
    one.positions.forEach((view) => view.position.boards.forEach((board, index) => {
      // The squares of all positions are those of the first.
      board.squares ??= one.positions[0]!.position.boards[index]!.squares;
    }));
  }
  byId("flip").addEventListener("click", () => { flipped = !flipped; drawBoards(); });
  document.addEventListener("keydown", (event) => {
    if ((event.target as Element).closest("select") || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), Home: () => go(0), End: () => go(game.plies.length),
      f: () => { flipped = !flipped; drawBoards(); },
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  draw();
}

begin();
