// How the page asks: over the network (`kralle serve`), or in workers of the browser.

export interface Transport {
  /** Asks something that has one answer. */
  ask<T>(name: string, request: unknown): Promise<T>;
  /** Hears an answer line by line until it ends or is aborted. */
  lines<T>(name: string, request: unknown, signal: AbortSignal, hear: (line: T) => void): Promise<void>;
  /** What a search may be given. */
  readonly room: Room;
}

export interface Room {
  threads: number;
  /** Sizes of the table, in MiB. */
  hash: number[];
  /** Why there is no more of it, if there could be. */
  note: string | null;
}

/** A line of an answer, or why there is none. */
export type Line<T> = T & { error?: string };
