// Builds the page into dist: one script, one style sheet, one document.
import { build } from "esbuild";
import { copyFileSync, mkdirSync } from "node:fs";

mkdirSync("dist", { recursive: true });
await build({
  entryPoints: { page: "src/page.ts" },
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  outdir: "dist",
});
await build({ entryPoints: ["src/page.css"], minify: true, outdir: "dist" });
copyFileSync("src/index.html", "dist/index.html");
