// Counts production files and lines by feature and by package, and compares them with size.json.
//   npm run size                       prints the table
//   npm run size -- --write "reason"   records the present sizes; what grew by more than 5 % keeps the reason
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, main, root } from './shell.mjs';

const features = ['packages/contract/src', 'apps/api/src/modules', 'apps/web/src/features'];
const packages = [
  'apps/api/bench',
  'apps/api/demo',
  'apps/api/src',
  'apps/api/test',
  'apps/web/src',
  'packages/contract/src',
  'packages/embedded-mongo/src',
  'scripts',
];
const shared = new Set(['common', 'documents', 'testing']);
const isProduction = (name) => /\.(tsx?|mjs)$/.test(name) && !/\.(spec|test|bench|factory)\.(tsx?|mjs)$/.test(name);
const TOLERATED_GROWTH = 1.05;
const budgetFile = join(root, 'size.json');

function countLines(path) {
  return readFileSync(path, 'utf8').split('\n').length - 1;
}

function measure(folder, sum = { files: 0, lines: 0 }) {
  if (!existsSync(folder)) return sum;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!['testing', 'dist', 'node_modules'].includes(entry.name)) measure(path, sum);
    } else if (isProduction(entry.name)) {
      sum.files += 1;
      sum.lines += countLines(path);
    }
  }
  return sum;
}

const total = (sizes) =>
  sizes.reduce((a, b) => ({ files: a.files + b.files, lines: a.lines + b.lines }), { files: 0, lines: 0 });

/** The files and lines of each feature (in contract, API and web together) and of each package, without tests. */
export function measureAll() {
  const folders = features.map((path) => join(root, path));
  const names = folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !shared.has(entry.name))
      .map(({ name }) => name),
  );
  const bySize = (a, b) => b[1].lines - a[1].lines;
  const byFeature = [...new Set(names)].map((name) => [
    name,
    total(folders.map((folder) => measure(join(folder, name)))),
  ]);
  return {
    features: Object.fromEntries(byFeature.toSorted(bySize)),
    packages: Object.fromEntries(packages.map((path) => [path, measure(join(root, path))])),
  };
}

export function readBudget() {
  return JSON.parse(readFileSync(budgetFile, 'utf8'));
}

/**
 * What is larger than recorded by more than 5 % in files or lines, or not recorded at all.
 * @returns {{ group: string, name: string, was: { files: number, lines: number } | null, is: { files: number, lines: number } }[]}
 */
export function findGrowth(sizes, budget) {
  const grows = (is, was) => ['files', 'lines'].some((unit) => is[unit] > was[unit] * TOLERATED_GROWTH);
  return Object.entries(sizes).flatMap(([group, entries]) =>
    Object.entries(entries)
      .map(([name, is]) => ({ group, name, was: budget[group]?.[name] ?? null, is }))
      .filter(({ was, is }) => was === null || grows(is, was)),
  );
}

/** The sizes to record: what grew has the reason, everything else keeps its own. */
export function recordSizes(sizes, budget, reason) {
  const grown = new Set(findGrowth(sizes, budget).map(({ group, name }) => `${group} ${name}`));
  if (grown.size > 0 && !reason) throw new Fault(`Say why these grew: ${[...grown].join(', ')}`);
  const entry = (group) => (pair) => {
    const [name, size] = pair;
    const why = grown.has(`${group} ${name}`) ? reason : budget[group]?.[name]?.reason;
    return [name, why ? { ...size, reason: why } : size];
  };
  return Object.fromEntries(
    Object.entries(sizes).map(([group, entries]) => [
      group,
      Object.fromEntries(Object.entries(entries).map(entry(group))),
    ]),
  );
}

function print(sizes, budget) {
  const row = (name, ...cells) =>
    console.log(name.padEnd(30) + cells.map((cell) => String(cell).padStart(10)).join(''));
  for (const [group, entries] of Object.entries(sizes)) {
    row(group, 'files', 'lines', 'recorded');
    for (const [name, { files, lines }] of Object.entries(entries)) {
      row(`  ${name}`, files, lines, budget[group]?.[name]?.lines ?? '-');
    }
  }
}

if (process.argv[1] === import.meta.filename) {
  await main(() => {
    const [option, reason] = process.argv.slice(2);
    const sizes = measureAll();
    const budget = existsSync(budgetFile) ? readBudget() : {};
    if (option !== '--write') return print(sizes, budget);
    writeFileSync(budgetFile, `${JSON.stringify(recordSizes(sizes, budget, reason), null, 2)}\n`);
  });
}
