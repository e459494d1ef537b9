import 'reflect-metadata';
import { ledgerLabels } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { createAppOnCopy } from './create-app';
import { readEnv } from './env';
import { CheckTotals } from './modules/finance/totals/check-totals';
import { CheckStockTotals } from './modules/inventory/check-stock-totals';
import { LaboratoriesPort } from './modules/laboratories/laboratories.port';
import { LedgerVerification } from './platform/ledger/ledger-verification';
import { Ledgers } from './platform/ledger/ledgers';
import { LabScope } from './platform/domain/lab-scope';

/** As for every server on a copy: what has expired stays, so that it can be counted. */
const NO_TTL_DELETES = ['--setParameter', 'ttlMonitorSleepSecs=2000000'];

/**
 * Starts the product on the copy of a backup in DATA_DIR, and checks what it has stored by its own rules. Used by
 * `npm run db:verify`.
 * @returns whether everything holds.
 */
async function verifyBackup(): Promise<boolean> {
  const env = readEnv();
  const { startEmbeddedMongo } = await import('@shifa/embedded-mongo');
  const database = await startEmbeddedMongo({ dataDir: env.dataDir, args: NO_TTL_DELETES });
  try {
    const app = await createAppOnCopy(env, database.uri);
    const { statusCode } = await app.inject('/api/health');
    const starts = report(statusCode === 200, 'the product starts on the copy', `it answers ${statusCode}`);
    const chains = await verifyLedgers(app);
    const totals = await verifyTotals(app);
    const stock = await verifyStock(app);
    await app.close();
    return starts && chains && totals && stock;
  } finally {
    await database.stop();
  }
}

async function verifyLedgers(app: INestApplicationContext): Promise<boolean> {
  const [ledgers, verification] = [app.get(Ledgers), app.get(LedgerVerification)];
  const laboratories = await app.get(LaboratoriesPort).listInScope(LabScope.everywhere());
  const { signal } = new AbortController();
  let areIntact = true;
  for (const ledger of ledgers.all) {
    let links = 0;
    const broken: string[] = [];
    for (const { _id, code } of laboratories) {
      const head = await ledgers.head({ ledger: ledger.name, laboratoryId: _id });
      const options = { head, known: null, signal, onProgress: () => undefined };
      const fault = await verification.run(ledger, _id, options);
      links += head?.seq ?? 0;
      if (fault) broken.push(`${code}: ${fault.fault} at link ${fault.seq ?? 'none'}, ${fault.document?.name ?? ''}`);
    }
    const what = `ledger “${ledgerLabels[ledger.name]}”: ${count(links)} links of ${laboratories.length} laboratories`;
    areIntact = report(broken.length === 0, what, broken.join('; ')) && areIntact;
  }
  return areIntact;
}

async function verifyTotals(app: INestApplicationContext): Promise<boolean> {
  const checks = await app.get(CheckTotals).check();
  const documents = checks.reduce((sum, one) => sum + one.documents, 0);
  const wrong = checks.flatMap(({ laboratory, differences }) =>
    differences.map(({ period, partyKey = '', ...difference }) =>
      differenceOf(`${laboratory} ${period} ${partyKey}`.trimEnd(), difference),
    ),
  );
  return report(
    wrong.length === 0,
    `${count(documents)} stored totals of days, months and parties`,
    wrong.slice(0, 5).join('; '),
  );
}

async function verifyStock(app: INestApplicationContext): Promise<boolean> {
  const { laboratories, differences } = await app.get(CheckStockTotals).check();
  const wrong = differences.map(({ laboratoryId, ...difference }) => differenceOf(laboratoryId, difference));
  return report(
    wrong.length === 0,
    `stored stock of ${count(laboratories)} laboratories`,
    wrong.slice(0, 5).join('; '),
  );
}

function differenceOf(where: string, { path, stored, expected }: { path: string; stored: bigint; expected: bigint }) {
  return `${where} ${path}: ${stored} instead of ${expected}`;
}

function report(holds: boolean, what: string, fault: string): boolean {
  process.stdout.write(holds ? `  ok       ${what}\n` : `  differs  ${what}: ${fault}\n`);
  return holds;
}

function count(number: number): string {
  return number.toLocaleString('en');
}

verifyBackup().then(
  (holds) => process.exit(holds ? 0 : 1),
  (error: unknown) => {
    process.stdout.write(
      `  differs  the product doesn't start: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exit(1);
  },
);
