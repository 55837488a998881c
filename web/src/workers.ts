// The browser answers: WebAssembly in workers. What has one answer is asked of a clerk; a search
// has an engine of its own, with a memory of its own.

import type { Part, Question, Said, Shared } from "./engine-worker";
import type { Line, Transport } from "./transport";

/** Engines that wait for work. */
const MOST_IDLE = 3;
const MOST_THREADS = 32;

/** Memory can be shared only by a page that is isolated from others. */
const shares = globalThis.crossOriginIsolated;

const room: Transport["room"] = {
  threads: shares ? Math.min(MOST_THREADS, navigator.hardwareConcurrency || 1) : 1,
  hash: [16, 64, 256],
  note: shares ? null : "One thread: the host does not send the headers that let threads share memory.",
};

async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch("kralle.wasm");
  if (!response.ok) throw new Error(`kralle.wasm cannot be loaded: ${response.status} ${response.statusText}`);
  // Not every host names the type that compiling while loading asks for.
  const isNamed = response.headers.get("Content-Type") === "application/wasm";
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}

let compiled: Promise<WebAssembly.Module> | null = null;

/** The module, compiled once; what failed is tried again the next time. */
function theModule(): Promise<WebAssembly.Module> {
  compiled ??= compile().catch((error: unknown) => {
    compiled = null;
    throw error;
  });
  return compiled;
}

/** Starts a worker, and hears it until it is ready. */
function start(part: Part, hear: (said: Said) => void, failed: (why: string) => void): { worker: Worker; ready: Promise<Shared | null> } {
  const worker = new Worker("engine.js");
  const ready = new Promise<Shared | null>((resolve, reject) => {
    const fail = (why: string) => {
      reject(new Error(why));
      failed(why);
    };
    worker.onmessage = ({ data }: MessageEvent<Said>) => {
      if ("ready" in data) resolve(data.ready);
      else if ("failed" in data) fail(data.failed);
      else hear(data);
    };
    worker.onerror = (event) => fail(event.message || "a worker cannot be started");
  });
  worker.postMessage(part);
  return { worker, ready };
}

class Engine {
  /** Is it asked something? It ends when the last word was said, also of a search that is to stop. */
  busy: Promise<void> = Promise.resolve();
  isBusy = false;
  stopping = false;
  broken: string | null = null;
  private workers: Worker[] = [];
  private ear: Worker | null = null;
  private number = 0;
  private hear: (line: string) => void = () => {};
  private end: () => void = () => {};

  private constructor(readonly threads: number) {}

  /** With an ear a search can be ended, and with helpers it has more than one thread. */
  static async start(threads: number, ear: boolean): Promise<Engine> {
    const module = await theModule();
    const engine = new Engine(threads);
    const add = (part: Part) => {
      const made = start(part, (said) => engine.said(said), (why) => engine.fail(why));
      engine.workers.push(made.worker);
      return made;
    };
    try {
      const room = await add({ part: "engine", module, helpers: threads - 1, ear }).ready;
      if (room === null) return engine;
      const { memory, places } = room;
      const others = places.map((place, at) => add({ part: at < threads - 1 ? "helper" : "ear", module, memory, place }));
      if (ear) engine.ear = others.at(-1)!.worker;
      await Promise.all(others.map(({ ready }) => ready));
    } catch (error) {
      engine.close();
      throw error;
    }
    return engine;
  }

  /** Asks, and hears the answer; resolves when all was said. */
  ask(name: string, request: unknown, hear: (line: string) => void): Promise<void> {
    const question: Question = { number: ++this.number, name, request: JSON.stringify(request) };
    this.isBusy = true;
    this.stopping = false;
    this.hear = hear;
    this.busy = new Promise((resolve) => { this.end = resolve; });
    this.workers[0]!.postMessage(question);
    return this.busy;
  }

  /** Ends a search. A worker that searches hears nothing: without an ear only its end ends it. */
  stop(): void {
    this.hear = () => {};
    this.stopping = true;
    if (this.ear) this.ear.postMessage({ stop: this.number });
    else this.close();
  }

  close(): void {
    for (const worker of this.workers) worker.terminate();
    this.broken ??= "the engine was ended";
    this.finish();
  }

  private said(said: Said): void {
    if ("line" in said) this.hear(said.line);
    else if ("done" in said) this.finish();
  }

  private fail(why: string): void {
    this.broken = `the engine has failed: ${why}`;
    this.close();
  }

  private finish(): void {
    this.isBusy = false;
    this.end();
  }
}

/** Asks an engine, and reads what it says. */
async function converse<T>(engine: Engine, name: string, request: unknown, hear: (line: T) => void): Promise<void> {
  let refusal: string | null = null;
  await engine.ask(name, request, (text) => {
    const line = JSON.parse(text) as Line<T>;
    if (line.error === undefined) hear(line);
    else refusal = line.error;
  });
  const why = refusal ?? (engine.stopping ? null : engine.broken);
  if (why !== null) throw new Error(why);
}

let clerk: Promise<Engine> | null = null;
let turn: Promise<unknown> = Promise.resolve();

/** The clerk is asked one thing after another. */
function ask<T>(name: string, request: unknown): Promise<T> {
  const asked = turn.then(async () => {
    clerk ??= Engine.start(1, false);
    try {
      const engine = await clerk;
      let answer: T | undefined;
      await converse<T>(engine, name, request, (line) => { answer = line; });
      return answer as T;
    } finally {
      if (await clerk.then(({ broken }) => broken !== null, () => true)) clerk = null;
    }
  });
  turn = asked.catch(() => {});
  return asked;
}

let engines: Engine[] = [];

/** An engine that has nothing to do, or will soon have nothing: what it remembers is worth waiting for. */
async function take(threads: number): Promise<Engine> {
  engines = engines.filter(({ broken }) => broken === null);
  const mine = engines.filter((engine) => engine.threads === threads);
  const free = mine.find(({ isBusy }) => !isBusy) ?? mine.find(({ stopping }) => stopping);
  if (!free) return Engine.start(threads, shares);
  engines = engines.filter((engine) => engine !== free);
  await free.busy;
  return free.broken === null ? free : take(threads);
}

/** Keeps an engine for later, and the number of those that wait small. */
function keep(engine: Engine): void {
  engines.push(engine);
  const idle = engines.filter(({ isBusy }) => !isBusy);
  for (const old of idle.slice(0, -MOST_IDLE)) old.close();
}

async function lines<T>(name: string, request: unknown, signal: AbortSignal, hear: (line: T) => void): Promise<void> {
  const { threads } = request as { threads?: number | null };
  const engine = await take(Math.max(1, Math.min(threads ?? 1, room.threads)));
  if (signal.aborted) return keep(engine);
  const answered = converse<T>(engine, name, request, hear);
  keep(engine);
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      engine.stop();
      resolve();
    };
    signal.addEventListener("abort", stop);
    // Later the engine answers others.
    answered.finally(() => signal.removeEventListener("abort", stop)).then(resolve, reject);
  });
}

export const workers: Transport = { ask, lines, room };
