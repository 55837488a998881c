import type { Score } from "./api";

/** Beyond it a king is in check without a reply: only a piece from the partner saves it. */
const DECIDED = 29_000;

/** A score as players write it: +0.31, #3, -#2; in words where only the partner can change it. */
export function scoreText(score: Score | null): string {
  if (!score) return "–";
  if (score.mate !== undefined) return score.mate > 0 ? `#${score.mate}` : `−#${-score.mate}`;
  const cp = score.cp ?? 0;
  if (Math.abs(cp) > DECIDED) return cp > 0 ? "wins" : "loses";
  const pawns = cp / 100;
  return `${pawns < 0 ? "−" : "+"}${Math.abs(pawns).toFixed(2)}`;
}

/** Centipawns, with mates beyond all others. */
export function value(score: Score | null): number {
  if (!score) return 0;
  if (score.mate !== undefined) {
    return score.mate > 0 ? 30_000 - score.mate : -30_000 - score.mate;
  }
  return score.cp ?? 0;
}

/** What a piece changes, in words of players. */
export function effect(before: Score | null, after: Score): { text: string; grade: string } {
  const wasMate = before?.mate !== undefined && before.mate > 0 === (after.mate ?? 0) > 0;
  if (after.mate !== undefined && !wasMate) {
    const moves = Math.abs(after.mate);
    return after.mate > 0
      ? { text: `mates in ${Math.max(moves, 1)}`, grade: "best" }
      : { text: `mated in ${Math.max(moves, 1)}`, grade: "worst" };
  }
  const change = (value(after) - value(before)) / 100;
  if (Math.abs(change) > 50) return { text: change > 0 ? "saves" : "loses", grade: change > 0 ? "best" : "worst" };
  const text = `${change < 0 ? "−" : "+"}${Math.abs(change).toFixed(1)}`;
  return { text, grade: change >= 2 ? "good" : change <= -2 ? "bad" : "" };
}
