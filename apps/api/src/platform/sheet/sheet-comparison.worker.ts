import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import type { MessagePort } from 'node:worker_threads';
import { createGunzip } from 'node:zlib';
import type { End } from './rows-to-thread';
import { toPlain, type SheetColumn, type SheetRow, type SheetValue } from './sheet-cell';
import { ask } from './sheet-ask';
import type { SheetPlan } from './sheet-writer.worker';

// Compares the rows of a file with later ones, in a thread of its own.

type Cell = string | number | null;
export type RowChange = {
  sheet: string;
  key: (string | number)[];
  change: 'added' | 'removed' | 'changed';
  cells: { field: string; kind: SheetColumn['kind']; before: Cell; after: Cell }[];
};
export type SheetComparison = { name: string; rows: number; added: number; removed: number; changed: number };
export type Comparison = { sheets: SheetComparison[]; rows: RowChange[] };

type Known = { plan: SheetPlan; lines: Map<string, string> };

/** The tables of the snapshot, in the same order. */
export default async function compare({
  port,
  snapshot,
  sheets,
  maxRows,
}: {
  port: MessagePort;
  snapshot: Uint8Array;
  sheets: readonly SheetPlan[];
  maxRows: number;
}): Promise<void> {
  const known = await readSnapshot(snapshot);
  const comparison: Comparison = { sheets: [], rows: [] };
  for (const [index, plan] of sheets.entries()) {
    const before = known.get(plan.name) ?? { plan, lines: new Map<string, string>() };
    const counts = { name: plan.name, rows: 0, added: 0, removed: 0, changed: 0 };
    const report = (change: RowChange['change'], was: SheetRow | null, is: SheetRow | null) => {
      counts[change] += 1;
      if (comparison.rows.length >= maxRows) return;
      comparison.rows.push(toChange(plan, change, was, is));
    };
    for (let rows = await ask(port, index); rows !== null; rows = await ask(port, index)) {
      for (const row of rows) {
        counts.rows += 1;
        const key = keyOf(plan, row);
        const line = before.lines.get(key);
        before.lines.delete(key);
        if (line === undefined) report('added', null, row);
        else if (line !== JSON.stringify(row)) report('changed', parsed(line), row);
      }
    }
    for (const line of before.lines.values()) report('removed', parsed(line), null);
    comparison.sheets.push(counts);
  }
  port.postMessage({ comparison });
  port.postMessage({ end: true } satisfies End);
}

async function readSnapshot(snapshot: Uint8Array): Promise<Map<string, Known>> {
  const known = new Map<string, Known>();
  let current: Known | undefined;
  const lines = createInterface({ input: Readable.from([snapshot]).pipe(createGunzip()), crlfDelay: Infinity });
  for await (const line of lines) {
    if (line.startsWith('{')) {
      const plan = JSON.parse(line) as SheetPlan;
      current = { plan, lines: new Map() };
      known.set(plan.name, current);
    } else current?.lines.set(keyOf(current.plan, parsed(line)), line);
  }
  return known;
}

function parsed(line: string): SheetRow {
  return (JSON.parse(line) as (SheetValue | { at: string; timezone: string })[]).map((value) =>
    typeof value === 'object' && value !== null ? { ...value, at: new Date(value.at) } : value,
  );
}

function keyOf({ keyColumns = 0 }: SheetPlan, row: SheetRow): string {
  return JSON.stringify(row.slice(0, keyColumns));
}

function toChange(
  { name, columns, keyColumns = 0 }: SheetPlan,
  change: RowChange['change'],
  was: SheetRow | null,
  is: SheetRow | null,
): RowChange {
  const cell = (row: SheetRow | null, index: number): Cell => {
    const value = row?.[index] ?? null;
    return value === null ? null : toPlain(value, columns[index]?.kind);
  };
  const cells = columns.map(({ heading, kind }, index) => ({
    field: heading,
    kind,
    before: cell(was, index),
    after: cell(is, index),
  }));
  return {
    sheet: name,
    key: cells.slice(0, keyColumns).map(({ before, after }) => after ?? before ?? ''),
    change,
    cells: cells.filter(({ before, after }) => before !== after),
  };
}
