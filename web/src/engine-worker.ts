// A worker that runs WebAssembly. Workers on one memory are one engine: the first is asked and
// searches, a second hears that a search is to end, the others help searching.

/** Where in the memory a thread has its stack and its own data. */
export interface Place {
  stack: number;
  own: number;
}

/** What a worker is told first: the engine, how many others there will be; the others, where. */
export type Part = { module: WebAssembly.Module } & (
  | { part: "engine"; helpers: number; ear: boolean }
  | { part: "ear" | "helper"; memory: WebAssembly.Memory; place: Place }
);

/** What an engine is asked: the name of a request, and JSON. */
export interface Question {
  number: number;
  name: string;
  request: string;
}

/** What others need to join an engine. */
export interface Shared {
  memory: WebAssembly.Memory;
  places: Place[];
}

/** What a worker says; one that others cannot join has no room for them. */
export type Said = { ready: Shared | null } | { line: string } | { done: number } | { failed: string };

interface Exports {
  __stack_pointer: WebAssembly.Global;
  __tls_size: WebAssembly.Global;
  __tls_align: WebAssembly.Global;
  __wasm_init_tls: (at: number) => void;
  set_up: (helpers: number) => void;
  help: () => void;
  room: (bytes: number, align: number) => number;
  ask: (number: number, text: number, length: number) => void;
  stop: (number: number) => void;
}

/** Pages of 64 KiB: as the module is linked (wasm/.cargo/config.toml). */
const MEMORY = { initial: 256, maximum: 16_384, shared: true };
/** Room for the deepest line of a search, in bytes. */
const STACK = 4 << 20;

let memory: WebAssembly.Memory;
let kralle: Exports;

const say = (said: Said) => self.postMessage(said);

/** Text that the module points at; decoders do not read shared memory. */
function text(at: number, length: number): string {
  return new TextDecoder().decode(new Uint8Array(memory.buffer, at >>> 0, length).slice());
}

function roomFor(bytes: number, align: number): number {
  const at = kralle.room(bytes, align) >>> 0;
  if (at === 0) throw new Error("there is no memory left");
  return at;
}

async function begin(part: Part): Promise<void> {
  memory = part.part === "engine" ? new WebAssembly.Memory(MEMORY) : part.memory;
  const instance = await WebAssembly.instantiate(part.module, {
    env: { memory },
    page: {
      // The start of this worker is not that of the others.
      now: () => performance.timeOrigin + performance.now(),
      say: (at: number, length: number) => say({ line: text(at, length) }),
      fail: (at: number, length: number) => say({ failed: text(at, length) }),
    },
  });
  kralle = instance.exports as unknown as Exports;
  if (part.part === "engine") {
    kralle.set_up(part.helpers);
    // The others have no stack yet to ask for room themselves.
    const others = part.helpers + (part.ear ? 1 : 0);
    const size = kralle.__tls_size.value as number;
    const align = kralle.__tls_align.value as number;
    const places = Array.from({ length: others }, () => ({ stack: roomFor(STACK, 16), own: roomFor(size, align) }));
    // Shared memory cannot be sent where it is not to be shared.
    say({ ready: others > 0 ? { memory, places } : null });
    return;
  }
  kralle.__stack_pointer.value = part.place.stack + STACK;
  kralle.__wasm_init_tls(part.place.own);
  say({ ready: null });
  if (part.part === "helper") kralle.help();
}

function answer({ number, name, request }: Question): void {
  const bytes = new TextEncoder().encode(`${name}\n${request}`);
  const at = roomFor(bytes.length, 1);
  new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
  kralle.ask(number, at, bytes.length);
  say({ done: number });
}

self.onmessage = ({ data }: MessageEvent<Part | Question | { stop: number }>) => {
  if ("part" in data) {
    begin(data).catch((error: unknown) => say({ failed: String(error) }));
  } else if ("stop" in data) {
    kralle.stop(data.stop);
  } else {
    answer(data);
  }
};
