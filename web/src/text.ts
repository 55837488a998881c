// Games as text: BPGN for two boards, PGN for one, and FEN from a board set up by hand.

import type { BoardView, Ply, Position } from "./api";
import type { Node } from "./tree";

function tags(list: [string, string][]): string {
  return list.map(([name, value]) => `[${name} "${value.replace(/["\\]/g, "\\$&")}"]\n`).join("");
}

function wrapped(words: string[]): string {
  const lines: string[] = [];
  let line = "";
  for (const word of words) {
    if (line && line.length + word.length > 78) {
      lines.push(line);
      line = "";
    }
    line += (line ? " " : "") + word;
  }
  return [...lines, line].join("\n") + "\n";
}

/** What is no move is a comment. */
const remark = (ply: Ply, position: Position) => [`{${position.seats[ply.seat]!.name}: ${ply.san}}`];

const variantTag = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1);

/** The game up to the last move of the line that is shown. */
export function record(position: Position, line: Node[], fen: string | null): string {
  const result = position.over ? position.result : "*";
  const isPair = position.seats.some((seat) => seat.board === 1);
  const setUp: [string, string][] = fen ? [["SetUp", "1"], ["FEN", fen]] : [];
  const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  if (isPair) {
    const head = tags([
      ["Event", "Kralle"], ["Date", date], ["Variant", variantTag(position.variant)],
      ["WhiteA", "WhiteA"], ["BlackA", "BlackA"], ["WhiteB", "WhiteB"], ["BlackB", "BlackB"],
      ["Result", result], ...setUp,
    ]);
    const words = position.plies.flatMap((ply, index) => {
      if (ply.deed) return remark(ply, position);
      const letter = "AaBb"[ply.seat]!;
      const clock = line[index]?.clock;
      const time = clock === null || clock === undefined ? "" : `{${(clock / 1000).toFixed(1)}}`;
      return [`${ply.number}${letter}.`, ply.san + time];
    });
    return head + "\n" + wrapped([...words, result]);
  }
  const names = position.seats.length === 2 ? ["White", "Black"] : position.seats.map((seat) => seat.name.toUpperCase());
  const head = tags([
    ["Event", "Kralle"], ["Date", date], ["Variant", variantTag(position.variant)],
    ...names.map((name): [string, string] => [name, name]), ["Result", result], ...setUp,
  ]);
  const words = position.plies.flatMap((ply, index) => {
    if (ply.deed) return remark(ply, position);
    if (position.seats.length > 2) {
      const round = Math.floor(index / position.seats.length) + 1;
      return [index % position.seats.length === 0 ? `${round}.` : "..", ply.san];
    }
    const first = ply.seat === 0 ? [`${ply.number}.`] : index === 0 ? [`${ply.number}...`] : [];
    return [...first, ply.san];
  });
  return head + "\n" + wrapped([...words, result]);
}

/** The placement of a board as FENs of its game have it. */
export function placement(view: BoardView): string {
  const two = view.files === "abcdefgh" && view.ranks === 8;
  const rows: string[] = [];
  for (let rank = view.ranks - 1; rank >= 0; rank--) {
    let row = "";
    let empty = 0;
    const squares = view.squares.filter(([, , r]) => r === rank).sort((a, b) => a[1] - b[1]);
    for (const [name] of squares) {
      const piece = view.pieces.find(({ at }) => at === name);
      if (!piece) {
        empty++;
        continue;
      }
      if (empty) row += empty;
      empty = 0;
      if (two) row += (piece.army === "b" ? piece.role.toLowerCase() : piece.role) + (piece.promoted ? "~" : "");
      else row += piece.army.toLowerCase() + piece.role;
    }
    rows.push(row + (empty || ""));
  }
  return rows.join("/");
}

/** The FEN of a board set up by hand; castling is let where king and rook stand at home. */
export function fenOf(view: BoardView, turn: string): string {
  if (view.files !== "abcdefgh") return `${placement(view)} ${turn.toLowerCase()} - - - 0 1`;
  const stands = (at: string, role: string, army: string) =>
    view.pieces.some((piece) => piece.at === at && piece.role === role && piece.army === army);
  let rights = "";
  for (const [army, rank, letters] of [["w", 1, "KQ"], ["b", 8, "kq"]] as const) {
    if (!stands(`e${rank}`, "K", army)) continue;
    if (stands(`h${rank}`, "R", army)) rights += letters[0];
    if (stands(`a${rank}`, "R", army)) rights += letters[1];
  }
  const held = view.hands
    .flatMap(({ army, pieces }) =>
      pieces.map(([role, count]) => (army === "b" ? role.toLowerCase() : role).repeat(count)))
    .join("");
  const hands = view.hands.length > 0 ? `[${held}]` : "";
  return `${placement(view)}${hands} ${turn} ${rights || "-"} - 0 1`;
}
