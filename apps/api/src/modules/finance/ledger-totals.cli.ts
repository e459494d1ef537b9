import 'reflect-metadata';
import { createApp } from '../../create-app';
import { openDatabase } from '../../database';
import { readEnv } from '../../env';
import { CheckTotals } from './totals/check-totals';

const MAX_PRINTED = 20;

/**
 * Compares the ledger totals of each laboratory with its entries, and corrects them with `--rebuild`.
 * @returns whether they are correct afterwards.
 */
async function checkLedgerTotals(): Promise<boolean> {
  const rebuild = process.argv.includes('--rebuild');
  const env = readEnv();
  const database = await openDatabase(env);
  const app = await createApp({ ...env, mongodbUri: database.uri, logLevel: 'warn' });
  const service = app.get(CheckTotals);
  const checks = rebuild ? await service.rebuild() : await service.check();
  for (const { laboratory, documents, differences } of checks) {
    print(`${laboratory}: ${documents} stored totals, ${differences.length} differences`);
    for (const { period, partyKey, path, stored, expected } of differences.slice(0, MAX_PRINTED)) {
      print(`  ${[period, partyKey, path].filter(Boolean).join(' ')}: ${stored} instead of ${expected}`);
    }
    if (differences.length > MAX_PRINTED) print(`  … and ${differences.length - MAX_PRINTED} more`);
  }
  await app.close();
  await database.stop();
  const isCorrect = checks.every(({ differences }) => differences.length === 0);
  if (isCorrect) print('The ledger totals match the entries.');
  else print(rebuild ? 'The ledger totals were corrected.' : "The ledger totals don't match the entries.");
  return isCorrect || rebuild;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

checkLedgerTotals().then(
  (isCorrect) => process.exit(isCorrect ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
