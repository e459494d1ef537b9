import type { AnalysisRow, Permission } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { grouped } from '../../platform/grouped';
import type { Actor } from '../../platform/domain/actor';
import { LabScope } from '../../platform/domain/lab-scope';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { analyzedPeriod, bucketKey, type Period, timeBuckets, type TimeGroup } from '../../platform/time/report-period';
import { LaboratoriesPort } from './laboratories.port';

type AnalysisQuery = {
  from?: string | undefined;
  to?: string | undefined;
  laboratoryId?: string | undefined;
  compare?: 'previous' | undefined;
};

/** What an analysis covers: nothing outside `scope`, and no day outside the periods. */
export type AnalysisFrame = { scope: LabScope; period: Period; previous: Period | null; today: string };

/** Scope and periods of analyses, for the features that provide one. */
@Injectable()
export class Analyses {
  constructor(
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
  ) {}

  /**
   * Days are in the time zone of the chosen or only laboratory, otherwise of the network.
   * @param permission what the data requires; the narrower of its scope and that of `reports.view` applies.
   * @throws DomainError FORBIDDEN without the permission, LABORATORY_NOT_FOUND outside the scope.
   */
  async frame(
    actor: Actor,
    permission: Permission,
    { from, to, laboratoryId, compare }: AnalysisQuery,
  ): Promise<AnalysisFrame> {
    const scope = actor.scopeOfBoth('reports.view', permission);
    const chosen = laboratoryId ?? scope.laboratoryId;
    const laboratory = chosen === null ? null : await this.laboratories.getInScope(scope, chosen);
    const today = businessDay(this.clock.now(), laboratory?.timezone ?? NETWORK_TIMEZONE);
    const { period, previous } = analyzedPeriod({ from, to }, today);
    return {
      scope: chosen !== null && scope.reachesAll ? LabScope.ofLaboratory(chosen) : scope,
      period,
      previous: compare === undefined ? null : previous,
      today,
    };
  }
}

/** What was counted in a period, in parts that can be added up. */
export type Reading<Part> = { period: Period; parts: readonly Part[] };

/** The period of an analysis and the one to compare it with, if any. */
export type Readings<Part> = { current: Reading<Part>; previous: Reading<Part> | null };

/** One row per day, week or month, including empty ones, compared with the one at the same position before. */
export function rowsByTime<Part, Values>(
  group: TimeGroup,
  { current, previous }: Readings<Part>,
  dayOf: (part: Part) => string,
  sum: (parts: readonly Part[]) => Values,
): AnalysisRow<Values>[] {
  const bucketsOf = ({ period, parts }: Reading<Part>) => {
    const byKey = grouped(parts, (part) => bucketKey(group, dayOf(part)));
    return timeBuckets(group, period).map((bucket) => ({ ...bucket, values: sum(byKey.get(bucket.key) ?? []) }));
  };
  const before = previous && bucketsOf(previous);
  return bucketsOf(current).map((bucket, index) => ({ ...bucket, previous: before?.[index]?.values ?? null }));
}

/** One row per key of either period, in no order; parts without a key are left out. */
export function rowsByKey<Part, Values>(
  { current, previous }: Readings<Part>,
  keyOf: (part: Part) => string | null,
  labelOf: (key: string) => string,
  sum: (parts: readonly Part[]) => Values,
): AnalysisRow<Values>[] {
  const [now, before] = [grouped(current.parts, keyOf), previous && grouped(previous.parts, keyOf)];
  const keys = new Set([...now.keys(), ...(before?.keys() ?? [])]);
  return [...keys].flatMap((key) =>
    key === null
      ? []
      : {
          key,
          label: labelOf(key),
          period: current.period,
          values: sum(now.get(key) ?? []),
          previous: before && sum(before.get(key) ?? []),
        },
  );
}

/** The totals of both periods. */
export function computeTotals<Part, Values>(
  { current, previous }: Readings<Part>,
  sum: (parts: readonly Part[]) => Values,
): { values: Values; previous: Values | null } {
  return { values: sum(current.parts), previous: previous && sum(previous.parts) };
}

/** Reads both periods at once. */
export async function readBoth<Part>(
  { period, previous }: { period: Period; previous: Period | null },
  read: (period: Period) => Promise<readonly Part[]>,
): Promise<Readings<Part>> {
  const [parts, before] = await Promise.all([read(period), previous && read(previous)]);
  return { current: { period, parts }, previous: previous && before && { period: previous, parts: before } };
}

type Labelled<Group extends string, Values> = {
  query: { groupBy: Group };
  frame: Pick<AnalysisFrame, 'period' | 'previous'>;
  rows: readonly AnalysisRow<Values>[];
  totals: { values: Values; previous: Values | null };
  maxRows: number;
  /** Reads what the rows are called. */
  labels: (rows: readonly AnalysisRow<Values>[]) => Promise<(row: AnalysisRow<Values>) => string>;
};

/** The first rows, each with its label, and how many are left out. */
export async function labelledAnalysis<Group extends string, Values>(analysis: Labelled<Group, Values>) {
  const { query, frame, totals, maxRows } = analysis;
  const rows = analysis.rows.slice(0, maxRows);
  const labelOf = await analysis.labels(rows);
  return {
    groupBy: query.groupBy,
    period: frame.period,
    previousPeriod: frame.previous,
    rows: rows.map((row) => ({ ...row, label: labelOf(row) })),
    omittedRows: analysis.rows.length - rows.length,
    totals,
  };
}
