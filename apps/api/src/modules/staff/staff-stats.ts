import { toLaboratoryName } from '../laboratories/laboratories.port';
import { type StaffStats, staffStatuses } from '@shifa/contract';
import type { Laboratories } from './staff.mapper';
import type { Headcount } from './headcount.read-model';

const MAX_DEPARTMENTS = 20;

/** The numbers on the cards. Each equals the count of the list that its card links to. */
export function computeStats(
  headcounts: readonly Headcount[],
  month: { from: string; to: string },
  laboratories: Laboratories,
): StaffStats {
  const active = headcounts.filter(({ status }) => status === 'active');
  const byLaboratory = sumsBy(active, ({ laboratoryId }) => laboratoryId?.toHexString() ?? null);
  return {
    total: sum(headcounts),
    byStatus: Object.fromEntries(
      staffStatuses.map((status) => [status, sum(headcounts.filter((group) => group.status === status))]),
    ) as StaffStats['byStatus'],
    byRole: Object.fromEntries(sumsBy(active, ({ role }) => role)),
    byEmploymentType: Object.fromEntries(sumsBy(active, ({ employmentType }) => employmentType)),
    byDepartment: largestFirst(sumsBy(active, ({ department }) => department))
      .slice(0, MAX_DEPARTMENTS)
      .map(([department, count]) => ({ department, count })),
    byLaboratory: largestFirst(byLaboratory).map(([id, count]) => {
      const laboratory = id === null ? undefined : laboratories.get(id);
      return { laboratory: laboratory ? toLaboratoryName(laboratory) : null, count };
    }),
    joinedThisMonth: { ...month, count: sum(headcounts.filter(({ joined }) => joined)) },
    passwordPending: sum(active.filter(({ mustChangePassword }) => mustChangePassword)),
  };
}

function sum(headcounts: readonly Headcount[]): number {
  return headcounts.reduce((total, { count }) => total + count, 0);
}

function sumsBy<Key>(headcounts: readonly Headcount[], keyOf: (headcount: Headcount) => Key): Map<Key, number> {
  const sums = new Map<Key, number>();
  for (const group of headcounts) sums.set(keyOf(group), (sums.get(keyOf(group)) ?? 0) + group.count);
  return sums;
}

function largestFirst<Key>(sums: ReadonlyMap<Key, number>): [Key, number][] {
  return [...sums].sort(([keyA, a], [keyB, b]) => b - a || String(keyA).localeCompare(String(keyB)));
}
