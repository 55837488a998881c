// Builds the page, the report of annotated games and the page for who looks on at a match into
// a folder (dist): a script and a document each, and one style sheet.
import { build } from "esbuild";
import { copyFileSync, mkdirSync } from "node:fs";

const outdir = process.argv[2] ?? "dist";
mkdirSync(outdir, { recursive: true });
await build({
  entryPoints: { page: "src/page.ts", report: "src/report.ts", watch: "src/watch.ts" },
  bundle: true,
  minify: true,
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  outdir,
});
await build({ entryPoints: ["src/page.css"], minify: true, outdir });
for (const page of ["index.html", "report.html", "watch.html"]) copyFileSync(`src/${page}`, `${outdir}/${page}`);
