// What is asked, and what is answered. All requests are stateless.

import type { Room, Transport } from "./transport";

export type Score = { cp?: number; mate?: number };

export interface Piece {
  at: string;
  role: string;
  army: string;
  promoted: boolean;
  frozen: boolean;
}

export interface BoardView {
  files: string;
  ranks: number;
  squares: [string, number, number][];
  pieces: Piece[];
  hands: { seat: number; army: string; pieces: [string, number][] }[];
  seats: { seat: number; army: string }[];
  touched: string[];
  checked: string[];
  onMove: number | null;
  turned: boolean;
  legal: string[];
}

export interface Seat {
  seat: number;
  name: string;
  board: number;
  team: number;
  partner: number | null;
}

export interface Ply {
  seat: number;
  board: number;
  number: number;
  uci: string;
  san: string;
  /** What else it was than a move: `flag`, `resign`, `illegal` and so on. */
  deed?: string;
  /** The piece that was kept back or handed over. */
  piece?: string | null;
}

export interface Position {
  variant: string;
  fen: string;
  boards: BoardView[];
  seats: Seat[];
  plies: Ply[];
  verdict: string;
  over: boolean;
  result: string;
  clocks: (number | null)[];
  rules: { hidesPromotions: boolean; asksOnly: boolean; withholds: boolean };
}

export interface Line {
  score: Score;
  depth: number;
  moves: string[];
  san: string[];
}

export interface SeatAnalysis {
  seat: number;
  name: string;
  board: number;
  score: Score | null;
  lines: Line[];
  pieces: { piece: string; with: Score; against: Score }[];
  sitting: {
    moving: Score;
    waiting: Score;
    piece: string | null;
    lead: number | null;
    sits: boolean;
  } | null;
  keep: string[];
  crossings: { move: string; san: string; piece: string; mate: number }[];
  jointMate: { move: string | null; san: string | null; mate: number } | null;
}

export interface Analysis {
  teams: { seats: number[]; win: number; draw: number; loss: number; share: number }[];
  seats: SeatAnalysis[];
  nodes: number;
  time: number;
}

export interface GameText {
  variant: string;
  tags: [string, string][];
  fen: string | null;
  moves: string[];
  clocks: (number | null)[];
  comments: string[][];
  result: string;
  broken: string | null;
}

export interface PositionRequest {
  variant: string;
  fen: string | null;
  /** Moves, and what else seats do: `0 flag`, `1 illegal e2e5`. */
  moves: string[];
  timed: boolean;
}

let transport: Transport;

/** Says who answers, before anything is asked. */
export function connect(to: Transport): void {
  transport = to;
}

/** What a search may be given. */
export function room(): Room {
  return transport.room;
}

export function position(request: PositionRequest): Promise<Position> {
  return transport.ask("position", request);
}

export function record(text: string, variant: string): Promise<{ games: GameText[]; left: number }> {
  return transport.ask("record", { text, variant });
}

export function picture(request: PositionRequest): Promise<string> {
  return transport.ask("picture", request);
}

/** Hears an answer line by line until it ends or is aborted. */
export function lines<T>(name: string, request: unknown, signal: AbortSignal, hear: (line: T) => void): Promise<void> {
  return transport.lines(name, request, signal, hear);
}
