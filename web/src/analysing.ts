// The engine beside the boards: what it finds, and the chances over a game.

import * as api from "./api";
import { button, card, el } from "./dom";
import { EngineControls } from "./engine";
import { advice, graphOf, prices, teamBar } from "./found";
import { scoreText } from "./score";
import { clocksOf, draw, hooks, request, state, trying } from "./state";
import { go, playMove } from "./walk";

/** Nodes for each position of a graph. */
const GRAPH_NODES = 20_000;

/** How the engine is set; made when the page begins. */
export let controls: EngineControls;

export function makeControls(): void {
  controls = new EngineControls(engineToggled, restartEngine);
}

let engine: AbortController | null = null;
let graphing: AbortController | null = null;

export function restartEngine(): void {
  engine?.abort();
  engine = null;
  if (!controls.on || state.mode !== "analyse" || state.setUp || !state.position || state.position.over) return;
  const own = (engine = new AbortController());
  const node = state.game.tree.current;
  const clocks = state.position.clocks.some((clock) => clock !== null) ? state.position.clocks : clocksOf();
  const body = { ...request(), lines: controls.lines, clocks, ...controls.size };
  void trying(() =>
    api.lines<api.Analysis>("analyse", body, own.signal, (found) => {
      if (own !== engine) return;
      state.analysis = found;
      node.share = found.teams[0]?.share ?? null;
      hooks.drawAnalysis();
    }),
  );
}

function engineToggled(): void {
  state.analysis = null;
  draw();
  restartEngine();
}

/** Analyses every position of the line that is shown, for the graph. */
async function graph(): Promise<void> {
  graphing?.abort();
  const own = (graphing = new AbortController());
  hooks.drawPanel();
  const line = [state.game.tree.root, ...state.game.tree.line()];
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
  hooks.drawPanel();
}

export function analysisCard(): HTMLElement {
  const made = card("", controls.row, el("div", { id: "found" }, ...findings()));
  made.id = "analysis";
  made.setAttribute("aria-live", "off");
  return made;
}

/** What stands below the controls of the engine. */
export function findings(): HTMLElement[] {
  controls.showNodes(controls.on ? state.analysis?.nodes ?? null : null);
  if (state.position?.over) return [el("p", { class: "verdict" }, state.position.verdict)];
  if (controls.on && state.analysis) return found(state.analysis);
  const words = controls.on ? "Kralle is thinking …" : "Switch the engine on for lines, chances, and what each piece is worth.";
  return [el("p", { class: "muted" }, words)];
}

/** All that an analysis says. */
function found(analysis: api.Analysis): HTMLElement[] {
  const bar = teamBar(analysis.teams, (seat) => state.position!.seats[seat]!.name);
  const lists = analysis.seats.filter((seat) => seat.lines.length > 0).map((seat) =>
    el("div", {}, el("h2", {}, seat.name), el("ul", { class: "lines", "data-seat": seat.name },
      ...seat.lines.map((line) => el("li", {}, el("button", { type: "button", title: `Play ${line.san[0]}`, onclick: () => void trying(() => playMove(line.moves[0]!, seat.board)) },
        el("b", {}, scoreText(line.score)), el("span", { class: "muted" }, String(line.depth)),
        el("span", { class: "pv" }, line.san.join(" ")))))),
    advice(seat)));
  const priced = analysis.seats.filter((seat) => seat.pieces.length > 0);
  return [bar, ...lists, ...(priced.length > 0 ? [prices(priced)] : [])];
}

export function graphCard(): HTMLElement {
  const name = graphing ? "Stop" : "Analyse the game";
  const act = button(name, "A short analysis of every position", () => {
    if (!graphing) return void trying(graph);
    graphing.abort();
    graphing = null;
    hooks.drawPanel();
  });
  return card("Chances over the game", el("div", { id: "graph" }), el("div", { class: "row" }, act));
}

export function drawGraph(): void {
  const place = document.getElementById("graph");
  if (!place) return;
  const line = [state.game.tree.root, ...state.game.tree.line()];
  if (line.filter((node) => node.share !== null).length < 2) {
    place.replaceChildren(el("span", { class: "muted" }, "The chances of the first team, move by move, once the game is analysed."));
    return;
  }
  const shares = line.map((node) => node.share);
  place.replaceChildren(graphOf(shares, line.indexOf(state.game.tree.current), (index) => { if (line[index]) go(line[index]); }));
}
