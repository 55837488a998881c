// Looking on at a match: all games under way, with clocks that run, talk and scores.

import type { Ply, Position, Score } from "./api";
import { Board } from "./board";
import { byId, clockText, el } from "./dom";
import { graphOf } from "./found";
import { network } from "./network";
import { showTable } from "./table";

interface Game {
  number: number;
  names: string[];
  position: Position;
  clocks: (number | null)[];
  running: boolean[];
  last: Ply | null;
  scores: { board: number; score: Score | null }[];
  talk: { seat: string; text: string }[];
}

interface Showcase {
  games: Game[];
  ended: { number: number; names: string[]; result: string; verdict: string }[];
}

/** A game on the page. */
interface Stand {
  root: HTMLElement;
  place: HTMLElement;
  boards: Board[];
  below: HTMLElement;
  game: Game;
  /** When the clocks showed what the game tells. */
  told: number;
}

const stands = new Map<number, Stand>();

function standOf(game: Game): Stand {
  const known = stands.get(game.number);
  if (known) return known;
  const place = el("div", { class: "boards" });
  const below = el("div", { class: "row" });
  const root = el("section", { class: "card game", "aria-label": `Game ${game.number}` },
    el("h2", {}, `Game ${game.number}: ${[...new Set(game.names)].join(" against ")}`), place, below);
  const boards = [0, 1].map((index) => new Board(index, () => {}));
  const stand = { root, place, boards, below, game, told: 0 };
  stands.set(game.number, stand);
  byId("tables").append(root);
  return stand;
}

/** A score as a share for the graph: White's view of its board. */
function share(score: Score | null): number | null {
  if (!score) return null;
  if (score.mate !== undefined) return score.mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(score.cp ?? 0) / 400));
}

function show(stand: Stand, game: Game): void {
  stand.game = game;
  stand.told = performance.now();
  const texts = game.names.map((name, seat) => ({
    name: `${game.position.seats[seat]!.name} ${name}`, clock: game.clocks[seat] ?? null,
  }));
  showTable(stand.place, stand.boards, game.position, texts, false, () => []);
  const graphs = game.position.boards.map((_, board) => {
    const shares = game.scores.filter((score) => score.board === board).map(({ score }) => share(score));
    return el("div", { class: "scores" },
      el("span", { class: "muted" }, game.position.boards.length === 2 ? `Score of White on board ${board + 1}` : "Score of White"),
      graphOf(shares, Math.max(0, shares.length - 1), () => {}));
  });
  const talk = game.talk.slice(-4).map(({ seat, text }) => el("li", {}, el("b", {}, `${seat}: `), text));
  stand.below.replaceChildren(...graphs, talk.length > 0 ? el("ul", { class: "talk" }, ...talk) : el("span", {}));
}

/** Clocks run between two words of the server. */
function tick(): void {
  for (const { root, game, told } of stands.values()) {
    const gone = performance.now() - told;
    for (const bar of root.querySelectorAll<HTMLElement>(".seat")) {
      const seat = Number(bar.dataset.seat);
      const left = game.clocks[seat];
      if (left === null || left === undefined || !game.running[seat]) continue;
      bar.querySelector(".clock")!.textContent = clockText(left - gone);
    }
  }
}

function take(seen: Showcase): void {
  const now = new Set(seen.games.map((game) => game.number));
  for (const [number, stand] of stands) {
    if (now.has(number)) continue;
    stand.root.remove();
    stands.delete(number);
  }
  for (const game of seen.games) show(standOf(game), game);
  const score = (result: string) => seen.ended.filter((game) => game.result === result).length;
  const count = seen.ended.length;
  byId("about").textContent = count === 0 ? "no game has ended yet"
    : `${count} ended: ${score("1-0")} 1-0, ${score("0-1")} 0-1, ${score("1/2-1/2")} drawn`;
  byId("ended").replaceChildren(...seen.ended.slice(-12).reverse().map((game) =>
    el("li", {}, el("b", {}, game.result), ` game ${game.number}, ${game.names.join(", ")}: ${game.verdict}`)));
  byId("ended").closest("section")!.hidden = count === 0;
  byId("none").hidden = seen.games.length > 0;
}

function say(text: string): void {
  const message = byId("message");
  message.hidden = false;
  message.textContent = text;
}

window.setInterval(tick, 100);
network.lines<Showcase>("watch", {}, new AbortController().signal, take)
  .then(() => say("The match has ended."), () => say("The match has ended, or its program is gone."));
