// Builds the page into a folder (dist): one script, one style sheet, one document.
import { build } from "esbuild";
import { copyFileSync, mkdirSync } from "node:fs";

const outdir = process.argv[2] ?? "dist";
mkdirSync(outdir, { recursive: true });
await build({
  entryPoints: { page: "src/page.ts" },
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  outdir,
});
await build({ entryPoints: ["src/page.css"], minify: true, outdir });
copyFileSync("src/index.html", `${outdir}/index.html`);
