// A game at the table: who sits where, clocks, engines that are asked for their moves, and what
// partners say.

import { lines, type Position, type PositionRequest, type Score } from "./api";

export interface PlaySettings {
  /** By seat: `me`, or the level of an engine. */
  seats: (number | "me")[];
  /** In ms; 0 for no clocks. */
  time: number;
  increment: number;
  /** Do the rules decide about illegal moves, and is nothing taken back? */
  strict: boolean;
}

interface Pending {
  seat: number;
  /** What the engine was shown. */
  key: string;
  abort: AbortController;
}

interface EngineWord {
  tell?: string;
  sits?: number;
  piece?: string | null;
  move?: string | null;
  score?: Score | null;
}

export interface Table {
  request: () => PositionRequest;
  play: (move: string, seat: number) => Promise<void>;
  flag: (seat: number) => Promise<void>;
  changed: () => void;
  fail: (error: Error) => void;
}

/** A human eye sees no more clock ticks than this. */
const TICK = 100;
/** Weak players do not answer at once, in ms. */
const LEAST_THOUGHT = 350;

export class Play {
  clocks: number[];
  /** What each seat has been told, and still holds. */
  heard: string[][];
  log: { seat: number; text: string }[] = [];
  sitting: (string | null)[];
  ended: string | null = null;
  private position: Position | null = null;
  private pending: Pending[] = [];
  private timer = 0;
  private last = 0;
  private readonly flagged = new Set<number>();
  private readonly seed = Math.floor(Math.random() * 2 ** 31);

  constructor(readonly settings: PlaySettings, private readonly table: Table, seats: number) {
    this.clocks = Array.from({ length: seats }, () => settings.time);
    this.heard = Array.from({ length: seats }, () => []);
    this.sitting = Array.from({ length: seats }, () => null);
  }

  start(): void {
    this.last = performance.now();
    this.timer = window.setInterval(() => this.tick(), TICK);
  }

  stop(): void {
    window.clearInterval(this.timer);
    for (const pending of this.pending) pending.abort.abort();
    this.pending = [];
  }

  isMine(seat: number): boolean {
    return this.settings.seats[seat] === "me" && !this.ended;
  }

  /** The boards are like this now: engines that are on move are asked. */
  update(position: Position): void {
    const before = this.position;
    this.position = position;
    if (before) {
      for (const ply of position.plies.slice(before.plies.length)) {
        if (ply.deed) continue;
        this.clocks[ply.seat]! += this.settings.increment;
        this.sitting[ply.seat] = null;
      }
    }
    if (position.over && !this.ended) this.end(position.verdict);
    this.ask();
  }

  private end(why: string): void {
    this.ended = why;
    this.stop();
    this.table.changed();
  }

  private tick(): void {
    const now = performance.now();
    const gone = now - this.last;
    this.last = now;
    if (!this.position || this.settings.time === 0) return;
    for (const board of this.position.boards) {
      const seat = board.onMove;
      if (seat === null) continue;
      this.clocks[seat]! -= gone;
      if (this.clocks[seat]! <= 0) {
        this.clocks[seat] = 0;
        if (!this.flagged.has(seat)) void this.table.flag(seat);
        this.flagged.add(seat);
      }
    }
    this.table.changed();
  }

  /** What a seat sees of both boards: if it changes, a thought is void. */
  private key(seat: number): string {
    const { boards, seats } = this.position!;
    const own = boards[seats[seat]!.board]!;
    const beside = boards.filter((board) => board !== own).map((board) => board.pieces);
    return JSON.stringify([own.pieces, own.hands, own.legal, beside, this.heard[seat]]);
  }

  private ask(): void {
    const { position } = this;
    if (!position || this.ended) return;
    const movers = position.boards.map((board) => board.onMove);
    for (const pending of this.pending) {
      const isStale = !movers.includes(pending.seat) || pending.key !== this.key(pending.seat);
      if (isStale) pending.abort.abort();
    }
    this.pending = this.pending.filter(({ abort }) => !abort.signal.aborted);
    position.boards.forEach((board) => {
      const seat = board.onMove;
      if (seat === null || this.settings.seats[seat] === "me" || board.legal.length === 0) return;
      if (this.pending.some((pending) => pending.seat === seat)) return;
      void this.think(seat);
    });
  }

  private async think(seat: number): Promise<void> {
    const pending = { seat, key: this.key(seat), abort: new AbortController() };
    this.pending.push(pending);
    const { signal } = pending.abort;
    const begun = performance.now();
    const body = {
      ...this.table.request(),
      seat,
      level: this.settings.seats[seat],
      clocks: this.settings.time > 0 ? this.clocks.map((ms) => Math.max(1, Math.round(ms))) : [],
      increment: this.settings.increment,
      time: 400,
      heard: this.heard[seat],
      seed: this.seed + this.position!.plies.length,
    };
    let answer: string | null | undefined;
    try {
      await lines<EngineWord>("move", body, signal, (word) => {
        if (word.tell) this.tell(seat, word.tell);
        if (word.sits !== undefined) {
          this.sitting[seat] = word.piece ? `waits for ${word.piece}` : "sits";
          this.table.changed();
        }
        if (word.move !== undefined) answer = word.move;
      });
      const rest = LEAST_THOUGHT - (performance.now() - begun);
      if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    } catch (error) {
      if (!signal.aborted) this.table.fail(error as Error);
    }
    this.pending = this.pending.filter((other) => other !== pending);
    if (signal.aborted || this.ended) return;
    if (answer) await this.table.play(answer, seat);
  }

  /** A seat says something to its partner. */
  tell(seat: number, text: string): void {
    const partner = this.position?.seats[seat]?.partner;
    if (partner === null || partner === undefined) return;
    const words = this.heard[partner]!;
    const withdrawn = /^never-mind (.*)$/.exec(text);
    const said = withdrawn ? withdrawn[1]! : text;
    const rest = words.filter((word) => word !== said);
    this.heard[partner] = withdrawn ? rest : [...rest, said];
    this.log.push({ seat, text });
    this.table.changed();
    // The partner's engine thinks again with this in mind.
    this.ask();
  }
}
