// Games and positions as text, in and out; and a position that is set up by hand.

import { restartEngine } from "./analysing";
import * as api from "./api";
import { button, card, download, el } from "./dom";
import { fresh, link } from "./keep";
import { learn } from "./moves";
import { SetUp } from "./setup";
import { draw, hooks, request, state, trying } from "./state";
import { record } from "./text";
import { Tree } from "./tree";
import { load } from "./walk";

let pasted = "";

export function textCard(): HTMLElement {
  const area = el("textarea", { id: "text", "aria-label": "A game or a position", placeholder: "Paste BPGN, PGN or a FEN (two boards: A | B)", spellcheck: "false" });
  area.value = pasted;
  area.addEventListener("input", () => (pasted = area.value));
  const show = (text: string) => { pasted = text; area.value = text; area.select(); };
  return card("Game and position",
    area,
    el("div", { class: "row" },
      el("button", { type: "button", class: "main", onclick: () => void trying(() => read(area.value)) }, "Load"),
      button("New game", "The start of this game", () => void trying(() => load(fresh(state.game.variant)))),
      button("Set up", "Set up a position by hand", startSetUp)),
    el("div", { class: "row" },
      button("Copy FEN", "The FEN of this position", () => show(state.position!.fen)),
      button("Copy record", "The game as BPGN or PGN", () => show(record(state.position!, Tree.path(state.game.tree.current), state.game.fen))),
      button("Link", "A link that holds this game", () => { location.hash = link(state.game); show(location.href); }),
      button("Picture", "The position as SVG", () => void trying(async () => download("position.svg", "image/svg+xml", await api.picture(request()))))));
}

async function read(text: string): Promise<void> {
  const { games, left } = await api.record(text, state.game.variant);
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
  learn(state.position!, keep);
  draw();
  const more = games.length + left - 1;
  const notes = [first.broken, more > 0 ? `the first of ${more + 1} games is shown` : null].filter(Boolean);
  if (notes.length > 0) throw new Error(notes.join("; "));
}

function startSetUp(): void {
  state.setUp = new SetUp(state.position!, {
    painted: hooks.drawBoards,
    chosen: hooks.drawPanel,
    done: () => void trying(finishSetUp),
    cancel: () => { state.setUp = null; draw(); restartEngine(); },
  });
  draw();
  restartEngine();
}

async function finishSetUp(): Promise<void> {
  const kept = state.setUp!;
  state.setUp = null;
  try {
    await load(fresh(state.game.variant, kept.fen));
  } catch (error) {
    state.setUp = kept;
    draw();
    throw error;
  }
}
