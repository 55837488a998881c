// The page: its parts together, and the frame around them.

import { analysisCard, controls, drawGraph, findings, graphCard, makeControls, restartEngine } from "./analysing";
import { drawBoards, drawBrings, showBoard } from "./boards";
import { byId, card, el } from "./dom";
import { fresh, type Kept, stored } from "./keep";
import { changeGame, playCards, prelude, setMode } from "./playing";
import { hooks, state, trying } from "./state";
import { textCard } from "./texts";
import { back, forward, go, load, movesCard } from "./walk";

const GAMES = [
  "bughouse", "crazyhouse", "doorgeefschaak", "tandem", "tandemordnung", "superschaak",
  "vierschaak", "drieschaak", "chess",
];

function drawPanel(): void {
  const panel = byId("panel");
  const cards = state.mode === "play" ? playCards() : state.setUp ? [state.setUp.card()] : analysisCards();
  panel.replaceChildren(...cards);
  drawGraph();
  panel.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
}

function drawAnalysis(): void {
  state.position!.boards.forEach((view, index) => showBoard(view, index));
  document.getElementById("found")?.replaceChildren(...findings());
  drawBrings();
  drawGraph();
}

function analysisCards(): HTMLElement[] {
  const steps = prelude();
  const choice = steps.length > 0 ? [card("", ...steps)] : [];
  return [analysisCard(), ...choice, movesCard(), graphCard(), textCard()];
}

function keys(event: KeyboardEvent): void {
  const typing = (event.target as Element).closest("textarea, input, select, dialog");
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
  const acts: Record<string, () => void> = {
    ArrowLeft: back, ArrowRight: forward, Home: () => go(state.game.tree.root),
    End: () => go(state.game.tree.line().at(-1) ?? state.game.tree.root),
    f: flip, e: () => { if (state.mode === "analyse") controls.flip(); },
  };
  const act = acts[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

function flip(): void {
  state.flipped = !state.flipped;
  drawBoards();
}

function theme(): void {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  document.documentElement.dataset.theme = now === "dark" ? "light" : "dark";
}

/** Draws the page, once it is known who answers. */
export function begin(): void {
  Object.assign(hooks, { drawBoards, drawPanel, drawAnalysis, restartEngine });
  makeControls();
  const select = byId<HTMLSelectElement>("variant");
  select.append(...GAMES.map((name) => el("option", { value: name }, name.slice(0, 1).toUpperCase() + name.slice(1))));
  select.addEventListener("change", () => changeGame(select.value));
  byId("flip").addEventListener("click", flip);
  byId("theme").addEventListener("click", theme);
  byId("tab-analyse").addEventListener("click", () => setMode("analyse"));
  byId("tab-play").addEventListener("click", () => setMode("play"));
  document.addEventListener("keydown", keys);
  void trying(async () => {
    try {
      await load(kept() ?? state.game);
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
