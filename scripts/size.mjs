// Prints what each feature costs: production files and lines in the contract, the API and the web app.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './shell.mjs';

const parts = {
  contract: join(root, 'packages', 'contract', 'src'),
  api: join(root, 'apps', 'api', 'src', 'modules'),
  web: join(root, 'apps', 'web', 'src', 'features'),
};
const shared = new Set(['common', 'testing']);
const isProduction = (name) => /\.tsx?$/.test(name) && !/\.(spec|test|bench|factory)\.tsx?$/.test(name);

function productionFiles(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'testing' ? [] : productionFiles(path);
    return isProduction(entry.name) ? [path] : [];
  });
}

function linesOf(path) {
  return readFileSync(path, 'utf8').split('\n').length - 1;
}

/** @returns {{ feature: string, files: number, lines: number, byPart: Record<string, number> }[]} largest first */
export function featureSizes() {
  const features = new Set(
    Object.values(parts).flatMap((folder) =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !shared.has(entry.name))
        .map(({ name }) => name),
    ),
  );
  return [...features]
    .map((feature) => {
      const byPart = {};
      let [files, lines] = [0, 0];
      for (const [part, folder] of Object.entries(parts)) {
        const found = productionFiles(join(folder, feature));
        byPart[part] = found.reduce((sum, path) => sum + linesOf(path), 0);
        files += found.length;
        lines += byPart[part];
      }
      return { feature, files, lines, byPart };
    })
    .toSorted((a, b) => b.lines - a.lines);
}

function main() {
  const row = (...cells) =>
    console.log(
      cells.map((cell, index) => (index === 0 ? String(cell).padEnd(16) : String(cell).padStart(9))).join(''),
    );
  row('feature', 'files', 'lines', ...Object.keys(parts));
  for (const { feature, files, lines, byPart } of featureSizes()) row(feature, files, lines, ...Object.values(byPart));
}

main();
