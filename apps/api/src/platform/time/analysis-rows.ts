import type { AnalysisRow } from '@shifa/contract';
import { bucketKey, type Period, timeBuckets, type TimeGroup } from './report-period';

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
export function totalsOf<Part, Values>(
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

function grouped<Part, Key>(parts: readonly Part[], keyOf: (part: Part) => Key): Map<Key, Part[]> {
  const groups = new Map<Key, Part[]>();
  for (const part of parts) {
    const key = keyOf(part);
    const group = groups.get(key);
    if (group) group.push(part);
    else groups.set(key, [part]);
  }
  return groups;
}
