// Nodes a second of the page in a folder beside those of the program, in one run: the same
// analyses in turn, asked by the same code of the page. And the bench, whose nodes must be the same.
// A second is one of processor time, so that a busy machine does not matter (Linux).
//
//   node test/speed.mjs [--kralle PATH] [--static FOLDER] [--rounds N] [--nodes N]
import { execFileSync, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { build } from "esbuild";
import { chromium } from "playwright-core";
import { host } from "./host.mjs";

const argument = (name, usual) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? usual : process.argv[at + 1];
};
const program = argument("--kralle", "../target/dist/kralle");
const folder = argument("--static", "../target/browser");
const rounds = Number(argument("--rounds", "5"));
const nodes = Number(argument("--nodes", "400000"));
const DEPTH = 8;
const GAMES = ["chess", "crazyhouse", "bughouse", "superschaak", "vierschaak", "drieschaak"];

const bundled = await build({
  stdin: { contents: 'export * from "./src/network"; export * from "./src/workers";', resolveDir: ".", loader: "ts" },
  bundle: true, format: "iife", globalName: "kralle", target: "es2022", write: false,
});
const server = spawn(program, ["serve"], { stdio: ["ignore", "pipe", "inherit"] });
process.on("exit", () => server.kill());
const served = await new Promise((resolve) => server.stdout.once("data", (data) => resolve(String(data).trim())));
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const system = await browser.newBrowserCDPSession();

async function open(url) {
  const context = await browser.newContext({ bypassCSP: true });
  const page = await context.newPage();
  await page.goto(url);
  await page.waitForSelector(".board rect");
  await page.addScriptTag({ content: bundled.outputFiles[0].text });
  return page;
}
const pages = { network: await open(served), workers: await open(await host(folder, { isolating: true })) };

/** Seconds of processor time so far: of the program, or of the browser's pages. */
async function spent(who) {
  if (who === "network") {
    const [user, kernel] = readFileSync(`/proc/${server.pid}/stat`, "utf8").split(") ")[1].split(" ").slice(11, 13);
    return (Number(user) + Number(kernel)) / 100;
  }
  const { processInfo } = await system.send("SystemInfo.getProcessInfo");
  return processInfo.filter(({ type }) => type === "renderer").reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}

/** The last line of an answer. */
const last = (who, name, request) => pages[who].evaluate(async ([who, name, request]) => {
  let said;
  await globalThis.kralle[who].lines(name, request, new AbortController().signal, (line) => { said = line; });
  return said;
}, [who, name, request]);

/** Thousands of nodes a second of processor time, and of the clock. */
async function speed(who, variant, threads) {
  const before = await spent(who);
  const found = await last(who, "analyse", { variant, nodes, lines: 1, threads, hash: 16 });
  return [found.nodes / 1000 / ((await spent(who)) - before), found.nodes / found.time];
}

const native = /(\d+) nodes/.exec(execFileSync(program, ["bench", String(DEPTH)], { encoding: "utf8" }).split("\n").at(-2));
const [, count] = /(\d+) nodes/.exec((await last("workers", "bench", DEPTH)).total);
console.log(`bench ${DEPTH}: ${native[1]} nodes, in the browser ${count}`);
if (native[1] !== count) throw new Error("the same search has other nodes in the browser");

const median = (list) => list.toSorted((a, b) => a - b)[list.length >> 1];
console.log(`\nk nodes a second of processor time, median of ${rounds} analyses of ${nodes} nodes, in turn;`);
console.log("last: how many nodes a second of the clock two threads have beside one");
console.log("| game | native, 1 thread | browser, 1 | share | native, 2 | browser, 2 | share | native 2 : 1 | browser 2 : 1 |");
console.log("|---|---|---|---|---|---|---|---|---|");
for (const game of GAMES) {
  const seen = {};
  // What is compiled, and read of a network, at the first search does not count.
  for (let round = -1; round < rounds; round++) {
    for (const threads of [1, 2]) {
      for (const who of ["network", "workers"]) {
        const found = await speed(who, game, threads);
        if (round >= 0) (seen[`${who} ${threads}`] ??= []).push(found);
      }
    }
  }
  const of = (key, which = 0) => median(seen[key].map((found) => found[which]));
  const cells = [1, 2].flatMap((threads) => {
    const [beside, here] = [of(`network ${threads}`), of(`workers ${threads}`)];
    return [beside.toFixed(0), here.toFixed(0), `${Math.round((100 * here) / beside)} %`];
  });
  const gains = ["network", "workers"].map((who) => (of(`${who} 2`, 1) / of(`${who} 1`, 1)).toFixed(2));
  console.log(`| ${game} | ${[...cells, ...gains].join(" | ")} |`);
}
await browser.close();
process.exit(0);
