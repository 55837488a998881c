// What the server is asked, and what it answers. All requests are stateless.

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

async function failure(response: Response): Promise<Error> {
  const text = await response.text();
  try {
    return new Error((JSON.parse(text) as { error: string }).error);
  } catch {
    return new Error(text.trim() || response.statusText);
  }
}

async function send(path: string, body: unknown): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`api/${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  } catch {
    throw new Error("Kralle does not answer: is `kralle serve` still running?");
  }
  if (!response.ok) throw await failure(response);
  return response;
}

export async function position(request: PositionRequest): Promise<Position> {
  return (await send("position", request)).json() as Promise<Position>;
}

export async function record(
  text: string,
  variant: string,
): Promise<{ games: GameText[]; left: number }> {
  return (await send("record", { text, variant })).json() as Promise<{
    games: GameText[];
    left: number;
  }>;
}

export async function picture(request: PositionRequest): Promise<string> {
  return (await send("picture", request)).text();
}

/** Hears an answer line by line until it ends or is aborted. */
export function lines<T>(
  path: string,
  body: unknown,
  signal: AbortSignal,
  hear: (line: T) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const url = new URL(`api/${path}`, location.href.split("#")[0]);
    url.protocol = "ws:";
    const socket = new WebSocket(url);
    let opened = false;
    const end = () => {
      socket.close();
      resolve();
    };
    signal.addEventListener("abort", end);
    socket.onopen = () => {
      opened = true;
      socket.send(JSON.stringify(body));
    };
    socket.onmessage = ({ data }) => {
      if (signal.aborted) return;
      const line = JSON.parse(data as string) as T & { error?: string };
      if (line.error === undefined) return hear(line);
      reject(new Error(line.error));
      socket.close();
    };
    socket.onclose = () => {
      signal.removeEventListener("abort", end);
      if (opened || signal.aborted) resolve();
      else reject(new Error("Kralle does not answer: is `kralle serve` still running?"));
    };
  });
}
