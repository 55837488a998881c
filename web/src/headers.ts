// A service worker that adds the headers which isolate the page; see isolate.ts.

interface ServiceWorker {
  addEventListener(kind: string, act: (event: Happening) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
}

interface Happening {
  request: Request;
  respondWith(response: Promise<Response>): void;
  waitUntil(done: Promise<unknown>): void;
}

const worker = self as unknown as ServiceWorker;

async function isolated(request: Request): Promise<Response> {
  const response = await fetch(request);
  if (response.status === 0) return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}

worker.addEventListener("install", () => void worker.skipWaiting());
worker.addEventListener("activate", (event) => event.waitUntil(worker.clients.claim()));
worker.addEventListener("fetch", (event) => event.respondWith(isolated(event.request)));
