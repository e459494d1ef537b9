import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const REPORTS = join(__dirname, '../../reports');
const FOLDER = join(REPORTS, 'exercised');
const kinds = { route: 'routes', status: 'statuses', code: 'codes', event: 'events' };

/** Forgets what earlier runs exercised. */
export function forgetExercised(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  rmSync(join(REPORTS, 'faults.txt'), { force: true });
}

/**
 * Compares what the complete suite exercised with what the contract declares. Leaves the totals in `reports/notes.txt`
 * and everything that was never seen in `reports/faults.txt`, which `npm test` prints and counts; the run fails by its
 * exit code, so that jest still writes its own report.
 */
export function checkExercised(): void {
  const read = (file: string) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as string[];
  const declared = read('declared.json');
  const seen = new Set(
    readdirSync(FOLDER)
      .filter((file) => file !== 'declared.json')
      .flatMap(read),
  );
  const totals = Object.entries(kinds).map(([kind, noun]) => {
    const ofKind = declared.filter((each) => each.startsWith(`${kind} `));
    return `${noun} ${ofKind.filter((each) => seen.has(each)).length}/${ofKind.length}`;
  });
  writeFileSync(join(REPORTS, 'notes.txt'), `contract: ${totals.join(', ')}\n`);
  const missing = declared.filter((each) => !seen.has(each));
  if (missing.length === 0) return;
  const faults = missing.map((each) => `the contract declares "${each}", which no test of the API has seen`);
  writeFileSync(join(REPORTS, 'faults.txt'), `${faults.join('\n')}\n`);
  process.stderr.write(`${faults.join('\n')}\nAdd a test, or remove the declaration if it cannot happen.\n`);
  process.exitCode = 1;
}
