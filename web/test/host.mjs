// A host of static files, as anybody has one.
import { createReadStream, existsSync } from "node:fs";
import http from "node:http";
import { extname, join, normalize } from "node:path";

const KINDS = {
  ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8", ".wasm": "application/wasm",
};
/** What lets threads of a page share memory. */
const ISOLATING = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };

/** Serves a folder; resolves to its address. */
export function host(folder, { isolating }) {
  const server = http.createServer((request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://host").pathname));
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    const kind = KINDS[extname(file)];
    if (!kind || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": kind, ...(isolating ? ISOLATING : {}) });
    createReadStream(file).pipe(response);
  });
  server.unref();
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve(`http://127.0.0.1:${server.address().port}/`));
  });
}
