// What is shown, and what all parts of the page share.

import type { Analysis, Position, PositionRequest } from "./api";
import { byId } from "./dom";
import { fresh, type Kept } from "./keep";
import type { Play } from "./play";
import type { SetUp } from "./setup";
import { type Node, Tree } from "./tree";

interface State {
  game: Kept;
  position: Position | null;
  analysis: Analysis | null;
  flipped: boolean;
  mode: "analyse" | "play";
  play: Play | null;
  setUp: SetUp | null;
}

export const state: State = {
  game: fresh("bughouse"), position: null, analysis: null, flipped: false, mode: "analyse", play: null, setUp: null,
};

/** What the parts below have done by those above them; the page says how when it begins. */
export const hooks = {
  drawBoards: () => {},
  drawPanel: () => {},
  /** Another analysis is all that has changed. */
  drawAnalysis: () => {},
  restartEngine: () => {},
};

/** Draws all; what is open for typing keeps its text. */
export function draw(): void {
  hooks.drawBoards();
  hooks.drawPanel();
}

export function say(text: string | null): void {
  const message = byId("message");
  message.hidden = !text;
  message.textContent = text ?? "";
}

/** Runs something that may fail; what failed is said, and all stays as it was. */
export async function trying(act: () => Promise<void>): Promise<void> {
  try {
    await act();
    say(null);
  } catch (error) {
    if ((error as Error).name !== "AbortError") say((error as Error).message);
  }
}

export function request(at: Node = state.game.tree.current): PositionRequest {
  const { game, play } = state;
  return { variant: game.variant, fen: game.fen, moves: game.tree.moves(at), timed: !!play && play.settings.time > 0 };
}

export function mayMove(seat: number): boolean {
  return state.play ? state.play.isMine(seat) : state.mode === "analyse";
}

/** The clocks of a record at the current move, by seat. */
export function clocksOf(): (number | null)[] {
  const clocks: (number | null)[] = state.position!.seats.map(() => null);
  Tree.path(state.game.tree.current).forEach((node, index) => {
    const seat = state.position!.plies[index]?.seat;
    if (seat !== undefined && node.clock !== null) clocks[seat] = node.clock;
  });
  return clocks;
}
