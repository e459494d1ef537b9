import type { LedgerName, ReportKind } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import type { LabScope } from '../../platform/domain/lab-scope';
import { Registry } from '../../platform/registry';
import type { SheetColumn, SheetTable } from '../../platform/sheet/sheet-cell';
import type { LaboratoryRow } from '../laboratories/laboratories.port';

export type { SheetColumn, SheetRow, SheetTable } from '../../platform/sheet/sheet-cell';

/** What a report is to contain. Read only within `scope`, whatever else the actor can see. */
export type ReportRequest = {
  actor: Actor;
  scope: LabScope;
  /** Those within the scope, by id. */
  laboratories: ReadonlyMap<string, LaboratoryRow>;
  /** Days of the laboratory's calendar, both included. */
  from: string;
  to: string;
  now: Date;
};

export type ReportContent = {
  /** The number of rows that are read one by one, counted before any is; what they are is in `noun`. */
  count: number;
  noun: string;
  /** Their rows are read while the file is written. Those with key columns can be compared later. */
  tables: readonly SheetTable[];
  /** How the numbers come about, in sentences for the reader of the file. */
  rules: readonly string[];
};

/** A feature's report. Each feature registers one. */
export type ReportSource = {
  kind: ReportKind;
  /** Where the rows come from a ledger: its head is printed in the file. */
  ledger?: LedgerName;
  prepare: (request: ReportRequest) => Promise<ReportContent>;
};

@Injectable()
export class ReportSources extends Registry<ReportSource> {
  get(kind: ReportKind): ReportSource | undefined {
    return this.sources.find((source) => source.kind === kind);
  }

  get kinds(): ReportKind[] {
    return this.sources.map(({ kind }) => kind);
  }
}

const ofKind = (kind: SheetColumn['kind'], usualWidth: number) => (heading: string, width?: number) => ({
  heading,
  kind,
  width: width ?? usualWidth,
});

/** The columns of a sheet: `column.text('Party', 28)`. */
export const column = {
  text: ofKind('text', 20),
  day: ofKind('day', 12),
  amount: ofKind('amount', 18),
  count: ofKind('count', 12),
  moment: ofKind('moment', 28),
  /** With the sum of the column below it. */
  sum: (heading: string) => ({ ...ofKind('amount', 18)(heading), total: true as const }),
  total: (heading: string) => ({ ...ofKind('count', 12)(heading), total: true as const }),
};
