import 'reflect-metadata';
import { createApp } from './create-app';
import { openDatabase } from './database';
import { readEnv } from './env';
import { FinanceFigures } from './modules/finance/finance.port';

/** How many differences of a laboratory are told one by one. */
const TOLD = 20;

/**
 * Compares the finance figures of each laboratory with its entries, and puts them right with `--rebuild`.
 * @returns whether they are right now.
 */
async function figures(): Promise<boolean> {
  const rebuild = process.argv.includes('--rebuild');
  const env = readEnv();
  const database = await openDatabase(env);
  const app = await createApp({ ...env, mongodbUri: database.uri, logLevel: 'warn' });
  const service = app.get(FinanceFigures);
  const checks = rebuild ? await service.rebuild() : await service.check();
  for (const { laboratory, documents, differences } of checks) {
    print(`${laboratory}: ${documents} days and months, ${differences.length} numbers wrong`);
    for (const { period, path, kept, counted } of differences.slice(0, TOLD)) {
      print(`  ${period} ${path}: ${kept} instead of ${counted}`);
    }
    if (differences.length > TOLD) print(`  … and ${differences.length - TOLD} more`);
  }
  await app.close();
  await database.stop();
  const right = checks.every(({ differences }) => differences.length === 0);
  print(right ? 'The figures equal the entries.' : rebuild ? 'The figures were put right.' : 'The figures are wrong.');
  return right || rebuild;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

figures().then(
  (right) => process.exit(right ? 0 : 1),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
    process.exit(1);
  },
);
