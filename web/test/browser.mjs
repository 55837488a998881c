// The page in a real browser: what people do with it, and what must not happen.
//
//   node test/browser.mjs [--kralle PATH | --static FOLDER] [--only TEXT] [--shots FOLDER]
//
// The page is that of `kralle serve`, or the one in a folder of static files.
// Needs Chromium; its path may be in CHROMIUM.
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync } from "node:fs";
import http from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { host } from "./host.mjs";

const argument = (name, usual) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? usual : process.argv[at + 1];
};
const program = argument("--kralle", "../target/debug/kralle");
const folder = argument("--static", null);
const only = argument("--only", "");
const shots = argument("--shots", null);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FREE = "4k3/8/8/8/8/8/8/4K3[] w - - 0 1";
const SMOTHERED = "6rk/6pp/8/8/8/8/8/4K3[] w - - 0 1";

/** Starts the program's server; resolves to its address. */
function serve() {
  const server = spawn(program, ["serve", "--hash", "16"], { stdio: ["ignore", "pipe", "inherit"] });
  process.on("exit", () => server.kill());
  return new Promise((resolve, reject) => {
    server.stdout.once("data", (data) => resolve(String(data).trim()));
    server.once("exit", () => reject(new Error("the server has ended")));
  });
}
const url = folder ? await host(folder, { isolating: true }) : await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

let failures = 0;
function is(seen, expected, what) {
  if (JSON.stringify(seen) !== JSON.stringify(expected)) {
    throw new Error(`${what}: expected ${JSON.stringify(expected)}, saw ${JSON.stringify(seen)}`);
  }
}
function holds(condition, what) {
  if (!condition) throw new Error(what);
}

/** A fresh browser with the page; errors in its console fail the test. */
async function open({ at = url, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  page.errors = [];
  page.on("pageerror", (error) => page.errors.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(at) && !/^(data|blob):/.test(request.url())) {
      page.errors.push(`asked elsewhere: ${request.url()}`);
    }
  });
  await page.goto(at);
  await page.waitForSelector(".board rect");
  return page;
}

async function test(name, act, options = {}) {
  if (!name.includes(only)) return;
  const begun = Date.now();
  let page;
  try {
    page = await open(options);
    await act(page);
    is(page.errors, [], "errors of the page");
    console.log(`ok   ${name} (${Date.now() - begun} ms)`);
  } catch (error) {
    failures += 1;
    console.log(`FAIL ${name}: ${error.message}`);
    await page?.screenshot({ path: `${tmpdir()}/kralle-page-${failures}.png` });
  }
  await page?.context().close();
}

/** What only the program does, and what only the folder does. */
const testProgram = folder ? async () => {} : test;
const testFolder = folder ? test : async () => {};

async function load(page, text, game) {
  if (game) {
    await page.selectOption("#variant", game);
    await page.waitForTimeout(150);
  }
  await page.fill("#text", text);
  await page.getByRole("button", { name: "Load" }).click();
  await page.waitForTimeout(250);
}

const pieces = (page, board) => page.locator(".board").nth(board).locator("use").count();
const pieceAt = async (page, board, role, from) => {
  const label = await page.locator(".board").nth(board).getAttribute("aria-label");
  return label.includes(`${role} ${from}`);
};

/** Clicks a square of a board of eight files, seen from White if it is not turned. */
async function click(page, board, square, turned = false) {
  const svg = page.locator(".board").nth(board);
  const box = await svg.boundingBox();
  const file = square.charCodeAt(0) - 97;
  const rank = Number(square.slice(1)) - 1;
  const x = (turned ? 7 - file : file) + 0.5;
  const y = (turned ? rank : 7 - rank) + 0.5;
  await svg.click({ position: { x: (x * box.width) / 8, y: (y * box.height) / 8 } });
}

const fics = readFileSync(new URL("game.bpgn", import.meta.url), "utf8");

await test("a FICS game is loaded and stepped through", async (page) => {
  await load(page, fics);
  const moves = await page.locator(".moves button").count();
  holds(moves > 40, `only ${moves} moves`);
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelectorAll('.moves [aria-current="true"]').length === 0);
  is(await pieces(page, 0), 32, "pieces at the start");
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector('.moves [aria-current="true"]');
  await page.keyboard.press("End");
  await page.waitForTimeout(300);
  const last = await page.locator(".moves button").last().getAttribute("aria-current");
  is(last, "true", "the last move is shown");
  const names = await page.locator(".seat .name").allTextContents();
  holds(names.some((name) => name.length > 3), `no names of players: ${names}`);
  const clocks = await page.locator(".seat .clock").allTextContents();
  holds(clocks.some((clock) => clock !== ""), "no clocks");
});

await test("moves by two clicks, by dragging, and drops from the hand", async (page) => {
  await click(page, 0, "e2");
  is(await page.locator(".target").count(), 2, "targets of e2");
  await click(page, 0, "e4");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 1);
  const svg = page.locator(".board").first();
  const box = await svg.boundingBox();
  const at = (file, row) => [box.x + ((file + 0.5) * box.width) / 8, box.y + ((row + 0.5) * box.height) / 8];
  await page.mouse.move(...at(3, 1));
  await page.mouse.down();
  await page.mouse.move(...at(3, 2), { steps: 4 });
  await page.mouse.move(...at(3, 3), { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await click(page, 0, "e4");
  await click(page, 0, "d5");
  await page.waitForFunction(() => document.querySelectorAll(".hand button").length === 1);
  // Black of board 2 has the pawn, and drops it once it is on move.
  await click(page, 1, "e2", true);
  await click(page, 1, "e3", true);
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 4);
  await page.locator(".hand button").click();
  await click(page, 1, "e5", true);
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 5);
  is(await page.locator(".moves button").last().textContent(), "P@e5", "the drop");
});

await test("variations are kept, promoted and deleted", async (page) => {
  await click(page, 0, "e2");
  await click(page, 0, "e4");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 1);
  await page.keyboard.press("ArrowLeft");
  await page.waitForTimeout(200);
  await click(page, 0, "d2");
  await click(page, 0, "d4");
  await page.waitForSelector(".variation");
  is(await page.locator(".moves > button").first().textContent(), "e4", "the main line");
  await page.getByRole("button", { name: "Promote" }).click();
  is(await page.locator(".moves > button").first().textContent(), "d4", "promoted");
  await page.getByRole("button", { name: "Delete" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 1);
});

await test("the engine gives a line on each board, within 200 ms of a move", async (page) => {
  await page.keyboard.press("e");
  await page.waitForFunction(() => document.querySelectorAll(".lines li").length === 2);
  await click(page, 0, "e2");
  await page.evaluate(() => {
    window.begun = performance.now();
    window.took = null;
    const seen = new MutationObserver(() => {
      if (document.querySelector('.lines[data-seat="1b"] li') && window.took === null) {
        window.took = performance.now() - window.begun;
      }
    });
    seen.observe(document.body, { childList: true, subtree: true });
  });
  await page.evaluate(() => (window.begun = performance.now()));
  await click(page, 0, "e4");
  await page.waitForFunction(() => window.took !== null);
  const took = await page.evaluate(() => window.took);
  console.log(`     a line after ${Math.round(took)} ms`);
  // Machines that test are slow and busy: five times the measure.
  holds(took < 1000, `a line after ${took} ms`);
  is(await page.locator(".arrow").count() >= 4, true, "arrows on both boards");
  await page.selectOption('select[aria-label="Lines"]', "3");
  await page.selectOption('select[aria-label="Hash"]', "64");
  await page.waitForFunction(() => document.querySelectorAll('.lines[data-seat="1b"] li').length === 3);
  await page.locator(".lines button").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
});

await test("sit or move is told with numbers, and what each piece brings", async (page) => {
  const beside = "4k3/8/8/3p4/4N3/8/8/4K3[] b - - 0 1";
  await load(page, `${SMOTHERED} | ${beside} clock 60000 60000 30000 60000`);
  await page.keyboard.press("e");
  await page.waitForSelector(".advice");
  const advice = (await page.locator(".advice").allTextContents()).join(" ");
  holds(/Sit: moving now .*, waiting for N #1 \(0:30 ahead\)/.test(advice), advice);
  holds(/dxe4 gives the partner N, which mates in 1/.test(advice), advice);
  holds(/dxe4 mates over both boards in 2/.test(advice), advice);
  holds(/If it waits, its team mates over both boards in 2/.test(advice), advice);
  const table = await page.locator("table").textContent();
  holds(table.includes("mates in 1"), table);
  const keep = (await page.locator("p.bad").allTextContents()).join(" ");
  holds(/must not lose N/.test(keep), keep);
});

await test("a game is analysed and its graph leads to a move", async (page) => {
  await load(page, "[Variant \"Crazyhouse\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *");
  await page.getByRole("button", { name: "Analyse the game" }).click();
  await page.waitForSelector(".graph");
  await page.getByRole("button", { name: "Analyse the game" }).waitFor();
  const box = await page.locator(".graph").boundingBox();
  await page.locator(".graph").click({ position: { x: box.width / 6 + 1, y: 20 } });
  await page.waitForFunction(() => document.querySelector('.moves [aria-current="true"]')?.textContent === "e4");
});

await test("a position is set up by hand", async (page) => {
  await page.selectOption("#variant", "crazyhouse");
  await page.waitForTimeout(200);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.waitForSelector("#message:not([hidden])");
  holds((await page.locator("#message").textContent()).includes("king"), "an empty board is refused");
  for (const [name, square] of [["w king", "e1"], ["b king", "h8"], ["b rook", "g8"], ["b pawn", "g7"], ["b pawn", "h7"]]) {
    await page.getByRole("button", { name: `Put ${name}` }).click();
    await click(page, 0, square);
  }
  await page.getByRole("button", { name: "N", exact: true }).last().click();
  await page.getByRole("button", { name: "Done" }).click();
  await page.waitForTimeout(300);
  await page.getByRole("button", { name: "Copy FEN" }).click();
  holds((await page.inputValue("#text")).startsWith("6rk/6pp/8/8/8/8/8/4K3["), await page.inputValue("#text"));
});

await test("a game of bughouse against three Kralles is played to mate", async (page) => {
  await load(page, `${SMOTHERED.replace("[]", "[N]")} | ${FREE}`);
  await page.locator("#tab-play").click();
  await page.locator("#here").check();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForSelector("#talk", { state: "attached" });
  await page.getByRole("button", { name: "need Q" }).click();
  await page.waitForFunction(() => document.querySelector("#talk").textContent.includes("need q"));
  // The engines on board 2 move by themselves.
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length >= 2);
  const before = await page.locator('.seat[data-seat="0"] .clock').textContent();
  await page.waitForTimeout(1300);
  holds(before !== (await page.locator('.seat[data-seat="0"] .clock').textContent()), "the clock runs");
  await page.locator('.seat[data-seat="0"] .hand button').click();
  await click(page, 0, "f7");
  await page.waitForFunction(() => document.body.textContent.includes("The game is over"));
  holds((await page.locator(".verdict").first().textContent()).startsWith("win:White-1;1=mate"), "mate");
  await page.getByRole("button", { name: "Analyse" }).last().click();
  await page.waitForSelector("#analysis");
});

await test("a move is taken back and a game resigned", async (page) => {
  await page.selectOption("#variant", "crazyhouse");
  await page.waitForTimeout(200);
  await page.locator("#tab-play").click();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForSelector("#acts");
  await click(page, 0, "e2");
  await click(page, 0, "e4");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 2);
  await page.getByRole("button", { name: "Take back" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 0);
  await page.getByRole("button", { name: "Resign" }).click();
  await page.waitForFunction(() => document.querySelector(".verdict")?.textContent.includes("resignation"));
});

/** A game by the rules of doorgeefschaak in which all four seats are ours. */
async function strict(page, fen, minutes = "0") {
  await load(page, fen, "doorgeefschaak");
  await page.locator("#tab-play").click();
  for (const seat of ["1b", "2w", "2b"]) await page.getByLabel(`Who plays ${seat}`).selectOption("me");
  await page.getByLabel("Conduct").selectOption("strict");
  await page.getByLabel("Minutes").fill(minutes);
  await page.getByLabel("Minutes").blur();
  await page.locator("#here").check();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForSelector("#acts");
}
const message = (page) => page.locator("#message").textContent();

await test("by the rules an illegal move is taken back, and the second one loses the board", async (page) => {
  await strict(page, `${FREE} | ${FREE}`);
  is(await page.getByRole("button", { name: "Take back" }).count(), 0, "ways to take back");
  await click(page, 0, "e1");
  await click(page, 0, "e3");
  await page.waitForSelector("#message:not([hidden])");
  is(await message(page), "1w e1e3: illegal, taken back", "what is said");
  is(await pieceAt(page, 0, "king", "e1"), true, "the king stands where it stood");
  await click(page, 0, "e1");
  await click(page, 0, "e3");
  await page.waitForFunction(() => document.querySelector("#message").textContent.includes("lost"));
  // The other board plays on.
  is(await page.locator("#standing").textContent(), "On move: 2w", "who is on move");
  await page.getByRole("button", { name: "Resign (2b)" }).click();
  await page.waitForFunction(() => document.querySelector("#message").textContent.includes("do not let this seat resign"));
  await page.getByRole("button", { name: "Resign (2w)" }).click();
  await page.waitForFunction(() => document.body.textContent.includes("The game is over"));
});

await test("a captured piece is kept back and handed over", async (page) => {
  await strict(page, `4k3/8/8/3p4/4P3/8/8/4K3[] w - - 0 1 | ${FREE}`);
  await click(page, 0, "e4");
  await click(page, 0, "d5");
  await page.waitForSelector('.seat[data-seat="3"] .hand button');
  await page.getByRole("button", { name: "Keep the piece back (1w)" }).click();
  await page.waitForFunction(() => !document.querySelector('.seat[data-seat="3"] .hand button'));
  await page.getByRole("button", { name: "Hand the pawn over (1w)" }).click();
  await page.waitForSelector('.seat[data-seat="3"] .hand button');
});

await test("a flag ends its board, and the other one plays on where the rules say so", async (page) => {
  await strict(page, `3qk3/8/8/8/8/8/8/3QK3[] w - - 0 1 | 3qk3/8/8/8/8/8/8/3QK3[] b - - 0 1`, "0.02");
  await page.waitForFunction(() => document.querySelector(".moves")?.textContent.includes("flag"));
  await page.waitForFunction(() => document.body.textContent.includes("The game is over"));
  const verdict = await page.locator(".verdict").first().textContent();
  holds(/1=flag.*2=flag/.test(verdict), verdict);
});

await test("a hidden promotion is hidden from the other board, and shown in analysis", async (page) => {
  const fen = `Q~5k1/8/8/8/8/8/8/4K3[] b - - 0 1 | ${FREE}`;
  await load(page, fen, "doorgeefschaak");
  const queens = () => page.locator('.board').first().locator('use[href="#piece-Q"]').count();
  is(await queens(), 1, "shown in analysis");
  await page.locator("#tab-play").click();
  await page.getByLabel("Who plays 1w").selectOption("12");
  await page.getByLabel("Who plays 2w").selectOption("me");
  await page.locator("#here").check();
  await page.getByRole("button", { name: "Start" }).click();
  await page.waitForSelector("#talk", { state: "attached" });
  is(await queens(), 0, "hidden from a player of board 2");
});

await test("a promotion is chosen, and one that takes a piece out names it", async (page) => {
  await load(page, "7k/P7/8/8/8/8/8/K7[] w - - 0 1 | 3kr3/8/8/8/3NR3/8/8/3RK2B[] w - - 0 1", "tandem");
  await click(page, 0, "a7");
  await click(page, 0, "a8");
  await page.getByRole("button", { name: "bishop from h1" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 1);
  holds(await pieceAt(page, 0, "bishop", "a8"), "the bishop stands on a8");
});

await test("the prelude of superschaak, the cross and the T are played", async (page) => {
  await page.selectOption("#variant", "superschaak");
  await page.getByRole("button", { name: "Choose Amazon" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 1);
  for (const [game, count] of [["vierschaak", 64], ["drieschaak", 48]]) {
    await page.selectOption("#variant", game);
    await page.waitForFunction((n) => document.querySelectorAll(".board use").length === n, count);
  }
});

await test("a reload keeps the game, and a link holds it", async (page) => {
  await click(page, 0, "g1");
  await click(page, 0, "f3");
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 1);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".moves button").length === 1);
  await page.getByRole("button", { name: "Link" }).click();
  const link = await page.inputValue("#text");
  const other = await (await browser.newContext()).newPage();
  await other.goto(link);
  await other.waitForFunction(() => document.querySelector(".moves button")?.textContent === "Nf3");
  await other.context().close();
});

await test("broken input says what is wrong and leaves the game as it was", async (page) => {
  for (const [text, expected] of [
    ["hello", ""],
    ["8/8/8/8/8/8/8/8[] w - - 0 1 | x", ""],
    ["[Variant \"Halma\"]\n\n1. e4 *", "Halma"],
    ["[Variant \"Chess\"]\n\n1. e4 e9 *", "move 2, `e9`, is not legal"],
  ]) {
    await load(page, text);
    const said = await page.locator("#message").textContent();
    holds(said.length > 5 && said.includes(expected), `${text}: ${said}`);
  }
});

await test("keys: flip, and a cursor on the board", async (page) => {
  await page.keyboard.press("f");
  const svg = page.locator(".board").first();
  await svg.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.waitForSelector(".cursor");
  holds((await svg.getAttribute("aria-label")).includes("cursor on a1"), "the cursor is told");
});

await test("no serious finding about accessibility, light and dark", async (page) => {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme });
    for (const tab of ["#tab-analyse", "#tab-play"]) {
      await page.locator(tab).click();
      await page.waitForTimeout(200);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => window.axe.run());
      const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
      is(serious.map(({ id, nodes }) => [id, nodes[0].html]), [], `${colorScheme} ${tab}`);
    }
  }
});

await test("the first paint comes within a second", async (page) => {
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  console.log(`     first paint after ${Math.round(paint)} ms`);
  holds(paint < 3000, `first paint after ${paint} ms`);
});

/** A request as no browser of this page makes it; the status of the answer. */
function raw(path, { host, origin, body = "{}" } = {}) {
  const { hostname, port } = new URL(url);
  const headers = { Host: host ?? `${hostname}:${port}`, "Content-Type": "application/json" };
  if (origin) headers.Origin = origin;
  return new Promise((resolve) => {
    const request = http.request({ hostname, port, path, method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", () => resolve("closed"));
    request.end(body);
  });
}

await testProgram("requests from elsewhere, oversized and malformed ones are refused", async (page) => {
  const path = new URL(url).pathname + "api/position";
  const good = JSON.stringify({ variant: "chess" });
  is(await raw(path, { body: good }), 200, "a good request");
  is(await raw(path, { body: good, host: "evil.example" }), 403, "another host");
  is(await raw(path, { body: good, origin: "http://evil.example" }), 403, "another page");
  is(await raw("/api/position", { body: good }), 404, "without the word");
  is(await raw(path, { body: "{" }), 400, "no JSON");
  is(await raw(path, { body: JSON.stringify({ variant: "chess", moves: ["e2e5"] }) }), 400, "an illegal move");
  holds([413, "closed"].includes(await raw(path, { body: " ".repeat(3 << 20) })), "oversized");
  await page.reload();
  await page.waitForSelector(".board rect");
});

await test("ten tabs at once are served or told, and nothing dies", async (page) => {
  const tabs = [];
  for (let i = 0; i < 10; i++) {
    const tab = await page.context().newPage();
    await tab.goto(url);
    await tab.waitForSelector(".board rect");
    await tab.keyboard.press("e");
    tabs.push(tab);
  }
  for (const tab of tabs) {
    await tab.waitForFunction(() => document.querySelector(".lines li") || !document.querySelector("#message").hidden);
  }
  for (const tab of tabs) await tab.close();
  // A closed tab ends its search: there is room again.
  await page.waitForTimeout(500);
  await page.keyboard.press("e");
  await page.waitForSelector(".lines li");
});

const bare = folder && (await host(folder, { isolating: false }));

await testFolder("threads share memory", async (page) => {
  is(await page.evaluate(() => crossOriginIsolated), true, "the page is isolated");
  await page.keyboard.press("e");
  await page.waitForSelector(".lines li");
  const counts = await page.locator('select[aria-label="Threads"] option').allTextContents();
  holds(counts.includes("2 threads"), `no threads to choose: ${counts}`);
  await page.selectOption('select[aria-label="Threads"]', "2");
  await page.waitForFunction(() => /^[1-9]\d+ k nodes/.test(document.querySelector("#analysis .row .muted").textContent));
  await page.waitForSelector(".lines li");
});

await testFolder("a service worker isolates the page where the host does not", async (page) => {
  await page.waitForFunction(() => crossOriginIsolated);
  await page.waitForSelector(".board rect");
  await page.keyboard.press("e");
  await page.waitForSelector(".lines li");
}, { at: bare });

await testFolder("without shared memory there is one thread, and why is said", async (page) => {
  is(await page.evaluate(() => crossOriginIsolated), false, "the page is isolated");
  await page.keyboard.press("e");
  await page.waitForSelector(".lines li");
  holds((await page.locator("#analysis .row").textContent()).includes("One thread: the host does not send"), "the reason");
  is(await page.locator('select[aria-label="Threads"]').count(), 0, "lists of threads");
  for (const [from, to] of [["e2", "e4"], ["d2", "d4"]]) {
    await page.keyboard.press("Home");
    await click(page, 0, from);
    await click(page, 0, to);
    await page.waitForFunction((square) => document.querySelector('.lines[data-seat="1b"] li') && document.querySelector('.moves [aria-current="true"]')?.textContent === square, to);
  }
}, { at: bare, serviceWorkers: "block" });

await testFolder("a host that lacks the module is named as the reason", async (page) => {
  await page.context().route("**/kralle.wasm", (route) => route.fulfill({ status: 404 }));
  await page.reload();
  await page.waitForSelector("#message:not([hidden])");
  holds((await message(page)).includes("kralle.wasm cannot be loaded: 404"), await message(page));
});

/** A report of the game of this folder, as a file. */
const report = folder ? null : (() => {
  const file = `${mkdtempSync(`${tmpdir()}/kralle-`)}/report.html`;
  const record = fileURLToPath(new URL("game.bpgn", import.meta.url));
  execFileSync(program, ["annotate", record, "--nodes", "2000", "--html", file, "--output", "/dev/null"], { stdio: "ignore" });
  return `file://${file}`;
})();

await testProgram("a report opens without a server: moves to click, a graph, turning points", async (page) => {
  await page.goto(report);
  is(await page.locator(".board").count(), 2, "boards");
  const moves = await page.locator(".moves button").count();
  holds(moves > 40, `only ${moves} moves`);
  await page.locator(".moves button").nth(30).click();
  await page.waitForSelector('.moves [aria-current="true"]');
  holds((await page.locator(".seat .clock").allTextContents()).every((text) => /\d/.test(text)), "clocks");
  await page.keyboard.press("End");
  holds((await page.locator(".moves button").last().getAttribute("aria-current")) === "true", "the end");
  await page.locator(".points button").first().click();
  holds((await page.locator("#remark").textContent()).length > 10, "a remark");
  const box = await page.locator(".graph").boundingBox();
  await page.locator(".graph").click({ position: { x: 1, y: box.height / 2 } });
  is(await pieces(page, 0), 32, "the start");
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
  is(serious.map(({ id, nodes }) => [id, nodes[0].html]), [], "accessibility");
  // The report asks nobody for anything; the test expects requests to the server only.
  page.errors = page.errors.filter((error) => !error.startsWith("asked elsewhere: file://"));
});

await testProgram("a match is watched: boards, clocks that run, scores, results", async (page) => {
  const words = ["match", "--variant", "bughouse", "--tc", "2+0.02", "--games", "2", "--concurrency", "2", "--plain", "--watch"];
  const match = spawn(program, words, { stdio: ["ignore", "pipe", "ignore"] });
  const address = await new Promise((resolve) => {
    match.stdout.on("data", (data) => {
      const found = /http:\S+/.exec(String(data));
      if (found) resolve(found[0]);
    });
  });
  try {
    await page.goto(address);
    await page.waitForFunction(() => document.querySelectorAll(".board").length === 4);
    const clocks = () => page.locator(".seat .clock").allTextContents();
    const before = await clocks();
    await page.waitForTimeout(700);
    holds((await clocks()).join() !== before.join(), `clocks stand still: ${before}`);
    await page.waitForSelector(".scores .area");
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => window.axe.run());
    const serious = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
    is(serious.map(({ id, nodes }) => [id, nodes[0].html]), [], "accessibility");
    // The program ends with the match, and not before the page knows how the last game went.
    await page.waitForFunction(() => !document.getElementById("message").hidden, null, { timeout: 60_000 });
    is(await page.locator("#ended li").count(), 2, "games that have ended");
    is(await page.locator("#message").textContent(), "The match has ended.", "the end");
  } finally {
    match.kill();
  }
  // The page asks its own server only; the test knows the other one.
  page.errors = page.errors.filter((error) => !error.startsWith(`asked elsewhere: ${address}`));
});

if (shots) {
  mkdirSync(shots, { recursive: true });
  for (const colorScheme of ["light", "dark"]) {
    for (const width of [390, 1024, 1920]) {
      const page = await open({ viewport: { width, height: width < 500 ? 844 : 1000 }, colorScheme });
      for (const game of await page.locator("#variant option").evaluateAll((all) => all.map(({ value }) => value))) {
        await page.selectOption("#variant", game);
        await page.waitForTimeout(200);
        await page.keyboard.press("e");
        await page.waitForSelector(".lines li");
        await page.waitForTimeout(300);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) {
          failures += 1;
          console.log(`FAIL ${game} at ${width}: ${wide} pixels too wide`);
        }
        await page.screenshot({ path: `${shots}/${game}-${colorScheme}-${width}.png` });
        await page.keyboard.press("e");
      }
      await page.selectOption("#variant", "doorgeefschaak");
      await page.locator("#tab-play").click();
      await page.screenshot({ path: `${shots}/new-game-${colorScheme}-${width}.png`, fullPage: true });
      await page.getByRole("button", { name: "Start" }).click();
      await page.waitForSelector("#acts");
      await page.waitForTimeout(2500);
      await page.screenshot({ path: `${shots}/playing-${colorScheme}-${width}.png`, fullPage: true });
      if (report) {
        await page.goto(report);
        for (let i = 0; i < 30; i++) await page.keyboard.press("ArrowRight");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (wide > 0) {
          failures += 1;
          console.log(`FAIL report at ${width}: ${wide} pixels too wide`);
        }
        await page.screenshot({ path: `${shots}/report-${colorScheme}-${width}.png`, fullPage: true });
      }
      await page.context().close();
    }
  }
}

await browser.close();
console.log(failures === 0 ? "all passed" : `${failures} failed`);
process.exit(failures === 0 ? 0 : 1);
