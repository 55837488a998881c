// Playing a game: who sits where, what can be done meanwhile, and the words of partners.

import { restartEngine } from "./analysing";
import type { Seat } from "./api";
import { roleName } from "./board";
import { button, byId, card, clockText, el } from "./dom";
import { DROPPABLE } from "./found";
import { fresh } from "./keep";
import { NewGame } from "./newgame";
import { Play, type PlaySettings } from "./play";
import { draw, mayMove, request, say, state, trying } from "./state";
import { Tree } from "./tree";
import { happen, load, movesCard, playMove, show } from "./walk";

const newGame = new NewGame();

export function playCards(): HTMLElement[] {
  return state.play ? [gameCard(), movesCard()] : [newGame.card(state.position!, () => void trying(startGame))];
}

function leave(): void {
  state.play?.stop();
  state.play = null;
}

/** Begins another game. */
export function changeGame(variant: string): void {
  leave();
  state.setUp = null;
  newGame.forget();
  void trying(() => load(fresh(variant)));
}

export function setMode(next: "analyse" | "play"): void {
  state.mode = next;
  if (state.mode === "analyse") leave();
  state.setUp = null;
  byId("tab-analyse").setAttribute("aria-selected", String(state.mode === "analyse"));
  byId("tab-play").setAttribute("aria-selected", String(state.mode === "play"));
  draw();
  restartEngine();
}

async function startGame(): Promise<void> {
  leave();
  await load(fresh(state.game.variant, newGame.here ? state.position!.fen : null));
  const { settings } = newGame;
  const first = settings.seats.indexOf("me");
  state.flipped = first % 4 === 1 || first === 2;
  seatDown(settings);
  state.play!.update(state.position!);
  draw();
}

/** Begins to play, or goes on after a move was taken back. */
function seatDown(settings: PlaySettings, before?: Play): void {
  state.play = new Play(settings, {
    request: () => request(),
    play: (move, seat) => trying(() => playMove(move, state.position!.seats[seat]!.board)),
    flag: (seat) => trying(() => happen(seat, "flag")),
    changed: drawTable,
    fail: (error) => say(error.message),
  }, state.position!.seats.length);
  if (before) {
    state.play.clocks = [...before.clocks];
    state.play.log = before.log;
  }
  state.play.start();
}

/** Clocks and words change often: only they are drawn anew. */
function drawTable(): void {
  if (!state.play) return;
  for (const bar of document.querySelectorAll<HTMLElement>(".seat")) {
    const seat = Number(bar.dataset.seat);
    const clock = bar.querySelector(".clock")!;
    const text = state.play.settings.time > 0 ? clockText(state.play.clocks[seat]!) : "";
    if (clock.textContent !== text) clock.textContent = text;
  }
  const talk = document.getElementById("talk");
  if (talk && talk.childElementCount !== state.play.log.length) talk.replaceChildren(...talkLines());
  if (state.play.ended && document.getElementById("acts")) draw();
}

function talkLines(): HTMLElement[] {
  return state.play!.log.map(({ seat, text }) => el("li", {}, el("b", {}, `${state.position!.seats[seat]!.name}: `), text));
}

function gameCard(): HTMLElement {
  const { ended, settings } = state.play!;
  const { seats, rules } = state.position!;
  const mine = seats.filter(({ seat }) => settings.seats[seat] === "me");
  const named = (text: string, seat: Seat) => (mine.length > 1 ? `${text} (${seat.name})` : text);
  const another = button("New game", "Leave this game", () => { leave(); draw(); });
  const analyse = button("Analyse", "Look at this game with the engine", () => { leave(); setMode("analyse"); });
  if (ended) return card("The game is over", el("p", { class: "verdict" }, ended), el("div", { class: "row" }, analyse, another));
  const act = (text: string, title: string, seat: Seat, deed: string) =>
    button(named(text, seat), title, () => void trying(() => happen(seat.seat, deed)));
  const playing = mine.filter(({ board }) => state.position!.boards[board]!.onMove !== null);
  const acts = [
    settings.strict ? null : button("Take back", "Take the last move back", takeBack),
    ...playing.map((seat) => act("Resign", "Give up", seat, "resign")),
    ...(rules.withholds ? mine.flatMap((seat) => keeping(seat.seat).map(([text, deed]) => act(text, "A captured piece need not be handed on", seat, deed))) : []),
    another,
  ];
  const parts: (HTMLElement | null)[] = [el("div", { class: "row", id: "acts" }, ...acts)];
  const speaker = mine.find(({ partner }) => partner !== null);
  if (speaker) parts.push(talkCard(speaker.seat));
  parts.push(...prelude());
  return card("The game", ...parts);
}

/** What a seat can do with what it has captured, and keeps back. */
function keeping(seat: number): [string, string][] {
  const own = state.position!.plies.filter((ply) => ply.seat === seat);
  const kept = new Map<string, number>();
  for (const { deed, piece } of own) {
    if (!piece) continue;
    kept.set(piece, (kept.get(piece) ?? 0) + (deed === "withhold" ? 1 : -1));
  }
  const held = [...kept].filter(([, count]) => count > 0);
  const hands = held.map(([piece]): [string, string] => [`Hand the ${roleName(piece)} over`, `hand-over ${piece}`]);
  const last = own.at(-1);
  return last && !last.deed && last.san.includes("x") ? [["Keep the piece back", "withhold"], ...hands] : hands;
}

/** Words for the partner: what the rules of the game let a player say. */
function talkCard(seat: number): HTMLElement {
  const asks = DROPPABLE.map((role) => button(`need ${role}`, `Ask for a ${roleName(role)}`, () => state.play!.tell(seat, `need ${role.toLowerCase()}`)));
  const free = state.position!.rules.asksOnly ? [] : ["sit", "go", "fast", "trade", "no-trade", "dead"].map((word) =>
    button(word, `Say: ${word}`, () => state.play!.tell(seat, word)));
  return el("div", {}, el("h2", {}, `To your partner ${state.position!.seats[state.position!.seats[seat]!.partner!]!.name}`),
    el("div", { class: "row" }, ...asks, ...free), el("ul", { class: "talk", id: "talk", "aria-live": "polite" }, ...talkLines()));
}

/** Superschaak's prelude has moves without squares to begin from. */
export function prelude(): HTMLElement[] {
  const view = state.position!.boards[0]!;
  if (view.onMove === null || !mayMove(view.onMove)) return [];
  const moves = view.legal.filter((move) => move.startsWith("+") || move === "0000");
  if (moves.length === 0) return [];
  return [el("div", {}, el("h2", {}, "The prelude"), el("div", { class: "row" }, ...moves.map((move) =>
    button(move === "0000" ? "No swap" : `Choose ${roleName(move.slice(1))}`, move, () => void trying(() => playMove(move, 0))))))];
}

function takeBack(): void {
  if (!state.play) return;
  const before = state.play;
  const last = state.position!.plies.findLastIndex(({ seat }) => before.settings.seats[seat] === "me");
  if (last < 0) return;
  before.stop();
  state.game.tree.current = Tree.path(state.game.tree.current)[last]!.parent!;
  state.game.tree.current.children = [];
  seatDown(before.settings, before);
  void trying(show);
}
