// The page: what is shown, and what is done with it.

import * as api from "./api";
import { Board, ends, pieceIcon, roleName } from "./board";
import { button, byId, card, clockText, download, el } from "./dom";
import { EngineControls } from "./engine";
import { advice, brings, DROPPABLE, graphOf, prices, teamBar } from "./found";
import { type Kept, link, store, stored } from "./keep";
import { learn, moveList } from "./moves";
import { NewGame } from "./newgame";
import { Play, type PlaySettings } from "./play";
import { scoreText } from "./score";
import { SetUp } from "./setup";
import { record } from "./text";
import { type Node, Tree } from "./tree";

const GAMES = [
  "bughouse", "crazyhouse", "doorgeefschaak", "tandem", "tandemordnung", "superschaak",
  "vierschaak", "drieschaak", "chess",
];
/** Nodes for each position of a graph. */
const GRAPH_NODES = 20_000;

/** A game from its start. */
function fresh(variant: string, fen: string | null = null): Kept {
  return { variant, fen, tree: new Tree(), tags: [] };
}

let game = fresh("bughouse");
let position: api.Position | null = null;
let analysis: api.Analysis | null = null;
let engine: AbortController | null = null;
let graphing: AbortController | null = null;
let flipped = false;
let mode: "analyse" | "play" = "analyse";
let play: Play | null = null;
let setUp: SetUp | null = null;
const newGame = new NewGame();

const boards: Board[] = [0, 1].map((index) => new Board(index, choose));
const controls = new EngineControls(engineToggled, restartEngine);

function say(text: string | null): void {
  const message = byId("message");
  message.hidden = !text;
  message.textContent = text ?? "";
}

/** Runs something that may fail; what failed is said, and all stays as it was. */
async function trying(act: () => Promise<void>): Promise<void> {
  try {
    await act();
    say(null);
  } catch (error) {
    if ((error as Error).name !== "AbortError") say((error as Error).message);
  }
}

function request(at: Node = game.tree.current): api.PositionRequest {
  return { variant: game.variant, fen: game.fen, moves: game.tree.moves(at), timed: !!play && play.settings.time > 0 };
}

// ---------------------------------------------------------------- moving about

let asked = 0;

/** Shows the current node. */
async function show(): Promise<void> {
  const number = ++asked;
  const next = await api.position(request());
  // An answer that was overtaken is not shown.
  if (number !== asked) return;
  position = next;
  analysis = null;
  play?.update(next);
  draw();
  store(game);
  restartEngine();
}

function go(node: Node): void {
  if (play && !play.ended) return;
  game.tree.current = node;
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
function playMove(move: string, board: number): Promise<void> {
  return inTurn(() => playNext(move, board));
}

async function playNext(move: string, board: number): Promise<void> {
  const plain = move.replace(/^[12](?=[a-zA-Z+])/, "");
  // The other board may have ended the match, or taken the piece, a moment before.
  if (!position!.boards[board]?.legal.includes(plain)) return;
  const isPair = position!.boards.length === 2;
  const seat = position!.boards[board]!.onMove;
  const clock = play && play.settings.time > 0 && seat !== null ? Math.round(play.clocks[seat]!) : null;
  await append(isPair && !/^[12]/.test(move) ? `${board + 1}${move}` : move, clock);
}

/** A seat does something other than moving: a flag, an illegal move by the rules, and so on. */
function happen(seat: number, deed: string): Promise<void> {
  return inTurn(async () => {
    await append(`${seat} ${deed}`);
    const ply = position!.plies.at(-1);
    if (ply?.deed === "illegal") throw new Error(`${position!.seats[seat]!.name} ${ply.san}`);
  });
}

/** Goes on with a move or deed; one that is refused leaves all as it was. */
async function append(text: string, clock: number | null = null): Promise<void> {
  const before = game.tree.current;
  const known = before.children.length;
  const node = game.tree.play(text);
  node.clock = clock ?? node.clock;
  try {
    await show();
    say(null);
  } catch (error) {
    if (before.children.length > known) before.children.pop();
    game.tree.current = before;
    throw error;
  }
}

async function load(next: Kept): Promise<void> {
  const old = game;
  game = next;
  try {
    await show();
  } catch (error) {
    game = old;
    throw error;
  }
  byId<HTMLSelectElement>("variant").value = game.variant;
}

function back(): void {
  if (game.tree.current.parent) go(game.tree.current.parent);
}

function forward(): void {
  const next = game.tree.current.children[0];
  if (next) go(next);
}

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
  const all = position!.boards.flatMap((board) => board.pieces.filter(({ at }) => at === square));
  return all.at(-1)?.role ?? "Q";
}

// ---------------------------------------------------------------- the engine

function restartEngine(): void {
  engine?.abort();
  engine = null;
  if (!controls.on || mode !== "analyse" || setUp || !position || position.over) return;
  const own = (engine = new AbortController());
  const node = game.tree.current;
  const clocks = position.clocks.some((clock) => clock !== null) ? position.clocks : clocksOf();
  const body = { ...request(), lines: controls.lines, clocks, ...controls.size };
  void trying(() =>
    api.lines<api.Analysis>("analyse", body, own.signal, (found) => {
      if (own !== engine) return;
      analysis = found;
      node.share = found.teams[0]?.share ?? null;
      drawAnalysis();
    }),
  );
}

/** The clocks of a record at the current move, by seat. */
function clocksOf(): (number | null)[] {
  const clocks: (number | null)[] = position!.seats.map(() => null);
  Tree.path(game.tree.current).forEach((node, index) => {
    const seat = position!.plies[index]?.seat;
    if (seat !== undefined && node.clock !== null) clocks[seat] = node.clock;
  });
  return clocks;
}

/** Analyses every position of the line that is shown, for the graph. */
async function graph(): Promise<void> {
  graphing?.abort();
  const own = (graphing = new AbortController());
  drawPanel();
  const line = [game.tree.root, ...game.tree.line()];
  for (const node of line) {
    if (own.signal.aborted) return;
    if (node.share !== null) continue;
    try {
      const body = { ...request(node), lines: 1, nodes: GRAPH_NODES };
      await api.lines<api.Analysis>("analyse", body, own.signal, (found) => {
        node.share = found.teams[0]?.share ?? null;
      });
    } catch (error) {
      // The end of a game has nothing to analyse.
      if (node !== line.at(-1)) {
        graphing = null;
        throw error;
      }
    }
    drawGraph();
  }
  graphing = null;
  drawPanel();
}

// ---------------------------------------------------------------- drawing

/** Draws all; what is open for typing keeps its text. */
function draw(): void {
  drawBoards();
  drawPanel();
}

function mayMove(seat: number): boolean {
  return play ? play.isMine(seat) : mode === "analyse";
}

/** Replaces children only if they are others: what is held or focused stays where it is. */
function setChildren(parent: Element, nodes: Element[]): void {
  const same = parent.children.length === nodes.length && nodes.every((node, at) => parent.children[at] === node);
  if (!same) parent.replaceChildren(...nodes);
}

const frames = boards.map(() => el("div", { class: "seatboard" }));
const row = el("div", { class: "seatrow" });

function drawBoards(): void {
  const views = setUp?.views ?? position!.boards;
  const place = byId("boards");
  place.classList.toggle("two", views.length === 2);
  views.forEach((view, index) => {
    const seats = view.seats.map(({ seat }) => seat);
    const bars = seats.map((seat) => seatBar(view, index, seat));
    showBoard(view, index);
    const { svg } = boards[index]!;
    if (seats.length === 2) {
      const below = view.seats[0]!.army === "w" !== (view.turned !== flipped) ? 0 : 1;
      setChildren(frames[index]!, [bars[1 - below]!, svg as unknown as Element, bars[below]!]);
    } else {
      setChildren(row, bars);
      setChildren(frames[index]!, [row, svg]);
    }
  });
  setChildren(place, frames.slice(0, views.length));
  drawBrings();
}

function showBoard(view: api.BoardView, index: number): void {
  const seats = view.seats.map(({ seat }) => seat);
  const mine = seats.some((seat) => play?.settings.seats[seat] === "me");
  boards[index]!.show(view, {
    flipped,
    movable: mayMove,
    arrows: arrows(index),
    // A player of the other board is not told what a pawn has become.
    hidden: !!play && !play.ended && position!.rules.hidesPromotions && !mine,
    editing: setUp ? (square) => setUp?.paint(index, square) : null,
    onMove: (move) => void trying(() => playMove(move, index)),
    onIllegal: play?.settings.strict ? (move) => void trying(() => happen(view.onMove!, `illegal ${move}`)) : null,
  });
}

function arrows(board: number): { move: string; strong: boolean }[] {
  if (!analysis || !controls.on || setUp) return [];
  return analysis.seats
    .filter((seat) => seat.board === board)
    .flatMap((seat) => seat.lines.map((line, index) => ({ move: line.moves[0] ?? "", strong: index === 0 })))
    .filter(({ move }) => move);
}

function seatName(seat: number): string {
  const name = position!.seats[seat]!.name;
  const told: Record<string, string> = { "1w": "WhiteA", "1b": "BlackA", "2w": "WhiteB", "2b": "BlackB", w: "White", b: "Black" };
  const tag = game.tags.find(([tag]) => tag === (told[name] ?? name.toUpperCase()))?.[1];
  if (play) return play.settings.seats[seat] === "me" ? `${name} you` : `${name} Kralle`;
  return tag ? `${name} ${tag}` : name;
}

/** The bars that are shown, by seat, with what they were made of. */
const bars: { key: string; bar: HTMLElement }[] = [];

/** A seat: its name, hand and clock. The same element while nothing but the clock changes. */
function seatBar(view: api.BoardView, index: number, seat: number): HTMLElement {
  const held = view.hands.find((hand) => hand.seat === seat)?.pieces ?? [];
  const turn = view.onMove === seat;
  const selected = turn ? boards[index]!.selection : null;
  const note = play?.sitting[seat] ?? null;
  const key = JSON.stringify([game.variant, seatName(seat), held, turn, turn && mayMove(seat), selected, note, !!setUp]);
  if (bars[seat]?.key !== key) bars[seat] = { key, bar: newBar(view, index, seat, held, note) };
  const clock = play ? (play.settings.time > 0 ? play.clocks[seat]! : null) : (clocksOf()[seat] ?? null);
  bars[seat]!.bar.querySelector(".clock")!.textContent = clockText(clock);
  return bars[seat]!.bar;
}

function newBar(view: api.BoardView, index: number, seat: number, held: [string, number][], note: string | null): HTMLElement {
  const board = boards[index]!;
  const turn = view.onMove === seat;
  const { army } = view.seats.find((known) => known.seat === seat)!;
  // A pool is not dropped from.
  const drops = turn && mayMove(seat) && (view.legal.some((move) => move.includes("@")) || !!play?.settings.strict);
  const pieces = [...held].reverse().map(([role, count]) => {
    const from = `${role}@`;
    const made = button("", `${count} ${roleName(role)}`, () => {
      if (setUp) setUp.give(index, seat, role, -1);
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
function drawBrings(): void {
  bars.forEach(({ bar }, seat) => {
    const known = controls.on && !setUp ? analysis?.seats[seat] : undefined;
    bar.querySelector(".brings")!.replaceChildren(...(known ? brings(known) : []));
  });
}

function drawPanel(): void {
  const panel = byId("panel");
  const cards = mode === "play" ? playCards() : setUp ? [setUp.card()] : analysisCards();
  panel.replaceChildren(...cards);
  drawGraph();
  panel.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
}

function drawAnalysis(): void {
  position!.boards.forEach((view, index) => showBoard(view, index));
  document.getElementById("found")?.replaceChildren(...findings());
  drawBrings();
  drawGraph();
}

function analysisCards(): HTMLElement[] {
  const steps = prelude();
  const choice = steps.length > 0 ? [card("", ...steps)] : [];
  return [analysisCard(), ...choice, movesCard(), graphCard(), textCard()];
}

function analysisCard(): HTMLElement {
  const made = card("", controls.row, el("div", { id: "found" }, ...findings()));
  made.id = "analysis";
  made.setAttribute("aria-live", "off");
  return made;
}

/** What stands below the controls of the engine. */
function findings(): HTMLElement[] {
  controls.showNodes(controls.on ? analysis?.nodes ?? null : null);
  if (position?.over) return [el("p", { class: "verdict" }, position.verdict)];
  if (controls.on && analysis) return found(analysis);
  const words = controls.on ? "Kralle is thinking …" : "Switch the engine on for lines, chances, and what each piece is worth.";
  return [el("p", { class: "muted" }, words)];
}

/** All that an analysis says. */
function found(analysis: api.Analysis): HTMLElement[] {
  const bar = teamBar(analysis.teams, (seat) => position!.seats[seat]!.name);
  const lists = analysis.seats.filter((seat) => seat.lines.length > 0).map((seat) =>
    el("div", {}, el("h2", {}, seat.name), el("ul", { class: "lines", "data-seat": seat.name },
      ...seat.lines.map((line) => el("li", {}, el("button", { type: "button", title: `Play ${line.san[0]}`, onclick: () => void trying(() => playMove(line.moves[0]!, seat.board)) },
        el("b", {}, scoreText(line.score)), el("span", { class: "muted" }, String(line.depth)),
        el("span", { class: "pv" }, line.san.join(" ")))))),
    advice(seat)));
  const priced = analysis.seats.filter((seat) => seat.pieces.length > 0);
  return [bar, ...lists, ...(priced.length > 0 ? [prices(priced)] : [])];
}

function engineToggled(): void {
  analysis = null;
  drawPanel();
  drawBoards();
  restartEngine();
}

function movesCard(): HTMLElement {
  const end = () => game.tree.line().at(-1) ?? game.tree.root;
  const tools = el("div", { class: "row" },
    button("|◀", "To the start (Home)", () => go(game.tree.root), { "aria-label": "To the start" }),
    button("◀", "Back (←)", back, { "aria-label": "Back" }),
    button("▶", "Forward (→)", forward, { "aria-label": "Forward" }),
    button("▶|", "To the end (End)", () => go(end()), { "aria-label": "To the end" }),
    button("Promote", "Make this variation the main line", () => { game.tree.promote(); draw(); store(game); }),
    button("Delete", "Delete this move and what follows", () => { game.tree.remove(); void trying(show); }));
  const playing = play && !play.ended;
  return card("Moves", moveList(game.tree, position!, go), playing ? null : tools, el("p", { class: "muted", id: "standing" }, standing()));
}

/** How the game stands, in words. */
function standing(): string {
  const { over, verdict, boards, seats } = position!;
  if (over) return verdict;
  const waits = /[12]=(?:stuck|stuck-check|pending)/.test(verdict) ? `; ${verdict.split(";").slice(1).join(", ")}` : "";
  const names = boards.flatMap(({ onMove }) => (onMove === null ? [] : [seats[onMove]!.name]));
  return `On move: ${names.join(", ")}${waits}`;
}

function graphCard(): HTMLElement {
  const name = graphing ? "Stop" : "Analyse the game";
  const act = button(name, "A short analysis of every position", () => {
    if (!graphing) return void trying(graph);
    graphing.abort();
    graphing = null;
    drawPanel();
  });
  return card("Chances over the game", el("div", { id: "graph" }), el("div", { class: "row" }, act));
}

function drawGraph(): void {
  const place = document.getElementById("graph");
  if (!place) return;
  const line = [game.tree.root, ...game.tree.line()];
  if (line.filter((node) => node.share !== null).length < 2) {
    place.replaceChildren(el("span", { class: "muted" }, "The chances of the first team, move by move, once the game is analysed."));
    return;
  }
  const shares = line.map((node) => node.share);
  place.replaceChildren(graphOf(shares, line.indexOf(game.tree.current), (index) => { if (line[index]) go(line[index]); }));
}

// ---------------------------------------------------------------- text in and out

let pasted = "";

function textCard(): HTMLElement {
  const area = el("textarea", { id: "text", "aria-label": "A game or a position", placeholder: "Paste BPGN, PGN or a FEN (two boards: A | B)", spellcheck: "false" });
  area.value = pasted;
  area.addEventListener("input", () => (pasted = area.value));
  const show = (text: string) => { pasted = text; area.value = text; area.select(); };
  return card("Game and position",
    area,
    el("div", { class: "row" },
      el("button", { type: "button", class: "main", onclick: () => void trying(() => read(area.value)) }, "Load"),
      button("New game", "The start of this game", () => void trying(() => load(fresh(game.variant)))),
      button("Set up", "Set up a position by hand", startSetUp)),
    el("div", { class: "row" },
      button("Copy FEN", "The FEN of this position", () => show(position!.fen)),
      button("Copy record", "The game as BPGN or PGN", () => show(record(position!, Tree.path(game.tree.current), game.fen))),
      button("Link", "A link that holds this game", () => { location.hash = link(game); show(location.href); }),
      button("Picture", "The position as SVG", () => void trying(async () => download("position.svg", "image/svg+xml", await api.picture(request()))))));
}

async function read(text: string): Promise<void> {
  const { games, left } = await api.record(text, game.variant);
  const first = games[0];
  if (!first) throw new Error("there is no game in this text");
  const tree = new Tree();
  first.moves.forEach((move, index) => {
    const node = tree.play(move);
    node.clock = first.clocks[index] ?? null;
    node.comments = first.comments[index] ?? [];
  });
  const keep = tree.current;
  await load({ variant: first.variant, fen: first.fen, tree, tags: first.tags });
  // The names of all moves come with the last position.
  learn(position!, keep);
  draw();
  const more = games.length + left - 1;
  const notes = [first.broken, more > 0 ? `the first of ${more + 1} games is shown` : null].filter(Boolean);
  if (notes.length > 0) throw new Error(notes.join("; "));
}

function startSetUp(): void {
  engine?.abort();
  setUp = new SetUp(position!, {
    painted: drawBoards,
    chosen: drawPanel,
    done: () => void trying(finishSetUp),
    cancel: () => { setUp = null; draw(); restartEngine(); },
  });
  draw();
}

async function finishSetUp(): Promise<void> {
  const kept = setUp!;
  setUp = null;
  try {
    await load(fresh(game.variant, kept.fen));
  } catch (error) {
    setUp = kept;
    draw();
    throw error;
  }
}

// ---------------------------------------------------------------- playing

function playCards(): HTMLElement[] {
  return play ? [gameCard(), movesCard()] : [newGame.card(position!, () => void trying(startGame))];
}

async function startGame(): Promise<void> {
  play?.stop();
  play = null;
  await load(fresh(game.variant, newGame.here ? position!.fen : null));
  const { settings } = newGame;
  const first = settings.seats.indexOf("me");
  flipped = first % 4 === 1 || first === 2;
  seatDown(settings);
  play!.update(position!);
  draw();
}

/** Begins to play, or goes on after a move was taken back. */
function seatDown(settings: PlaySettings, before?: Play): void {
  play = new Play(settings, {
    request: () => request(),
    play: (move, seat) => trying(() => playMove(move, position!.seats[seat]!.board)),
    flag: (seat) => trying(() => happen(seat, "flag")),
    changed: drawTable,
    fail: (error) => say(error.message),
  }, position!.seats.length);
  if (before) {
    play.clocks = [...before.clocks];
    play.log = before.log;
  }
  play.start();
}

/** Clocks and words change often: only they are drawn anew. */
function drawTable(): void {
  if (!play) return;
  for (const bar of document.querySelectorAll<HTMLElement>(".seat")) {
    const seat = Number(bar.dataset.seat);
    const clock = bar.querySelector(".clock")!;
    const text = play.settings.time > 0 ? clockText(play.clocks[seat]!) : "";
    if (clock.textContent !== text) clock.textContent = text;
  }
  const talk = document.getElementById("talk");
  if (talk && talk.childElementCount !== play.log.length) talk.replaceChildren(...talkLines());
  if (play.ended && document.getElementById("acts")) draw();
}

function talkLines(): HTMLElement[] {
  return play!.log.map(({ seat, text }) => el("li", {}, el("b", {}, `${position!.seats[seat]!.name}: `), text));
}

function gameCard(): HTMLElement {
  const { ended, settings } = play!;
  const { seats, rules } = position!;
  const mine = seats.filter(({ seat }) => settings.seats[seat] === "me");
  const named = (text: string, seat: api.Seat) => (mine.length > 1 ? `${text} (${seat.name})` : text);
  const leave = button("New game", "Leave this game", () => { play?.stop(); play = null; drawPanel(); drawBoards(); });
  const analyse = button("Analyse", "Look at this game with the engine", () => { play?.stop(); play = null; setMode("analyse"); });
  if (ended) return card("The game is over", el("p", { class: "verdict" }, ended), el("div", { class: "row" }, analyse, leave));
  const act = (text: string, title: string, seat: api.Seat, deed: string) =>
    button(named(text, seat), title, () => void trying(() => happen(seat.seat, deed)));
  const playing = mine.filter(({ board }) => position!.boards[board]!.onMove !== null);
  const acts = [
    settings.strict ? null : button("Take back", "Take the last move back", takeBack),
    ...playing.map((seat) => act("Resign", "Give up", seat, "resign")),
    ...(rules.withholds ? mine.flatMap((seat) => keeping(seat.seat).map(([text, deed]) => act(text, "A captured piece need not be handed on", seat, deed))) : []),
    leave,
  ];
  const parts: (HTMLElement | null)[] = [el("div", { class: "row", id: "acts" }, ...acts)];
  const speaker = mine.find(({ partner }) => partner !== null);
  if (speaker) parts.push(talkCard(speaker.seat));
  parts.push(...prelude());
  return card("The game", ...parts);
}

/** What a seat can do with what it has captured, and keeps back. */
function keeping(seat: number): [string, string][] {
  const own = position!.plies.filter((ply) => ply.seat === seat);
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
  const asks = DROPPABLE.map((role) => button(`need ${role}`, `Ask for a ${roleName(role)}`, () => play!.tell(seat, `need ${role.toLowerCase()}`)));
  const free = position!.rules.asksOnly ? [] : ["sit", "go", "fast", "trade", "no-trade", "dead"].map((word) =>
    button(word, `Say: ${word}`, () => play!.tell(seat, word)));
  return el("div", {}, el("h2", {}, `To your partner ${position!.seats[position!.seats[seat]!.partner!]!.name}`),
    el("div", { class: "row" }, ...asks, ...free), el("ul", { class: "talk", id: "talk", "aria-live": "polite" }, ...talkLines()));
}

/** Superschaak's prelude has moves without squares to begin from. */
function prelude(): HTMLElement[] {
  const view = position!.boards[0]!;
  if (view.onMove === null || !mayMove(view.onMove)) return [];
  const moves = view.legal.filter((move) => move.startsWith("+") || move === "0000");
  if (moves.length === 0) return [];
  return [el("div", {}, el("h2", {}, "The prelude"), el("div", { class: "row" }, ...moves.map((move) =>
    button(move === "0000" ? "No swap" : `Choose ${roleName(move.slice(1))}`, move, () => void trying(() => playMove(move, 0))))))];
}

function takeBack(): void {
  if (!play) return;
  const before = play;
  const last = position!.plies.findLastIndex(({ seat }) => before.settings.seats[seat] === "me");
  if (last < 0) return;
  before.stop();
  game.tree.current = Tree.path(game.tree.current)[last]!.parent!;
  game.tree.current.children = [];
  seatDown(before.settings, before);
  void trying(show);
}

function setMode(next: "analyse" | "play"): void {
  mode = next;
  if (mode === "analyse") { play?.stop(); play = null; }
  setUp = null;
  byId("tab-analyse").setAttribute("aria-selected", String(mode === "analyse"));
  byId("tab-play").setAttribute("aria-selected", String(mode === "play"));
  draw();
  restartEngine();
}

// ---------------------------------------------------------------- the frame

function keys(event: KeyboardEvent): void {
  const typing = (event.target as Element).closest("textarea, input, select, dialog");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const acts: Record<string, () => void> = {
    ArrowLeft: back, ArrowRight: forward, Home: () => go(game.tree.root),
    End: () => go(game.tree.line().at(-1) ?? game.tree.root),
    f: flip, e: () => { if (mode === "analyse") controls.flip(); },
  };
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

function flip(): void {
  flipped = !flipped;
  drawBoards();
}

function theme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
}

function begin(): void {
  const select = byId<HTMLSelectElement>("variant");
  select.append(...GAMES.map((name) => el("option", { value: name }, name.slice(0, 1).toUpperCase() + name.slice(1))));
  select.addEventListener("change", () => {
    play?.stop();
    play = null;
    setUp = null;
    newGame.forget();
    void trying(() => load(fresh(select.value)));
  });
  byId("flip").addEventListener("click", flip);
  byId("theme").addEventListener("click", theme);
  byId("tab-analyse").addEventListener("click", () => setMode("analyse"));
  byId("tab-play").addEventListener("click", () => setMode("play"));
  document.addEventListener("keydown", keys);
  void trying(async () => {
    try {
      await load(kept() ?? game);
    } catch (error) {
      await load(fresh("bughouse"));
      throw error;
    }
  });
}

/** The game of the link, or the one that was left. */
function kept(): Kept | null {
  try {
    return stored();
  } catch {
    throw new Error("the link holds no game that can be read");
  }
}

begin();
