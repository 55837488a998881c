// Builds the page, the report of annotated games and the page for who looks on at a match into
// a folder (dist): a script and a document each, and one style sheet.
//
//   node build.mjs [FOLDER]
//   node build.mjs --static WASM FOLDER
//
// The second makes the page as a folder of files for any host, with the engine as WebAssembly.
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

const options = { bundle: true, minify: true, target: "es2022", charset: "utf8", legalComments: "none" };

/** The page may load what lies beside it, and nothing from anywhere else. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; " +
  "style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; base-uri 'none'; form-action 'none'";

async function served(outdir) {
  await build({ ...options, entryPoints: { page: "src/served.ts", report: "src/report.ts", watch: "src/watch.ts" }, outdir });
  await build({ entryPoints: ["src/page.css"], minify: true, outdir });
  for (const page of ["index.html", "report.html", "watch.html"]) copyFileSync(`src/${page}`, `${outdir}/${page}`);
}

async function alone(wasm, outdir) {
  await build({ ...options, entryPoints: { page: "src/static.ts", engine: "src/engine-worker.ts", headers: "src/headers.ts" }, outdir });
  await build({ entryPoints: ["src/page.css"], minify: true, outdir });
  copyFileSync(wasm, `${outdir}/kralle.wasm`);
  // The shapes of the pieces are those of all pictures; the program puts them into its page, too.
  const page = readFileSync("src/index.html", "utf8")
    .replace("<!--pieces-->", await pieces(wasm))
    .replace("<title>", `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n<title>`);
  writeFileSync(`${outdir}/index.html`, page);
  // Some hosts read which headers to send.
  writeFileSync(`${outdir}/_headers`, "/*\n  Cross-Origin-Opener-Policy: same-origin\n  Cross-Origin-Embedder-Policy: require-corp\n");
}

/** Asks the module for the shapes of the pieces. */
async function pieces(wasm) {
  const memory = new WebAssembly.Memory({ initial: 256, maximum: 16_384, shared: true });
  const bytes = (at, length) => new Uint8Array(memory.buffer, at >>> 0, length);
  let said = "";
  const say = (at, length) => { said = new TextDecoder().decode(bytes(at, length).slice()); };
  const page = { now: () => performance.now(), say, fail: say };
  const { instance } = await WebAssembly.instantiate(readFileSync(wasm), { env: { memory }, page });
  const { set_up, room, ask } = instance.exports;
  set_up(0);
  const question = new TextEncoder().encode("pieces\n");
  const at = room(question.length, 1);
  bytes(at, question.length).set(question);
  ask(1, at, question.length);
  const shapes = JSON.parse(said);
  if (typeof shapes !== "string") throw new Error(`the module does not know the pieces: ${said}`);
  return shapes;
}

const [first, wasm, outdir] = process.argv.slice(2);
if (first === "--static") {
  mkdirSync(outdir, { recursive: true });
  await alone(wasm, outdir);
} else {
  mkdirSync(first ?? "dist", { recursive: true });
  await served(first ?? "dist");
}
