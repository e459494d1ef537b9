import {
  type AnalysisRow,
  NO_STAFF_GROUP,
  type Role,
  roleLabels,
  type StaffAnalytics,
  type StaffAnalyticsQuery,
  type StaffGroup,
  type StaffValues,
  turnoverOf,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { objectId } from '../../platform/domain/object-id';
import { type Period, timeBuckets } from '../../platform/time/report-period';
import { Analyses, labelledAnalysis, rowsByKey } from '../laboratories/analyses.port';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { type Employment, HeadcountReadModel } from './headcount.read-model';

const MAX_ROWS = 100;

const fields = { month: null, laboratory: 'laboratoryId', department: 'department', role: 'role' } as const;

/** Headcount, joiners and leavers of a period. */
@Injectable()
export class StaffAnalyticsService {
  constructor(
    private readonly analyses: Analyses,
    private readonly headcounts: HeadcountReadModel,
    private readonly laboratories: LaboratoriesPort,
  ) {}

  async analytics(actor: Actor, query: StaffAnalyticsQuery): Promise<StaffAnalytics> {
    const { groupBy } = query;
    const frame = await this.analyses.frame(actor, 'staff.view', query);
    const { scope, period, previous } = frame;
    const covered = { from: (previous ?? period).from, to: period.to };
    const employments = await this.headcounts.employments(scope, covered, fields[groupBy]);
    return labelledAnalysis({
      query,
      frame,
      rows: groupBy === 'month' ? monthRows(employments, period, previous) : groupRows(employments, period, previous),
      totals: { values: valuesIn(employments, period), previous: previous && valuesIn(employments, previous) },
      maxRows: MAX_ROWS,
      labels: (rows) => this.labels(groupBy, rows),
    });
  }

  private async labels(groupBy: StaffGroup, rows: readonly Row[]): Promise<(row: Row) => string> {
    switch (groupBy) {
      case 'month':
        return ({ label }) => label;
      case 'role':
        return ({ key }) => roleLabels[key as Role];
      case 'department':
        return ({ key }) => (key === NO_STAFF_GROUP ? 'No department' : key);
      case 'laboratory': {
        const ids = rows.flatMap(({ key }) => (key === NO_STAFF_GROUP ? [] : objectId(key)));
        const nameOf = await this.laboratories.names(ids);
        return ({ key }) => (key === NO_STAFF_GROUP ? 'Network' : nameOf(key));
      }
    }
  }
}

type Row = AnalysisRow<StaffValues>;

function monthRows(employments: readonly Employment[], period: Period, previous: Period | null): Row[] {
  const before = previous && timeBuckets('month', previous);
  return timeBuckets('month', period).map((month, index) => {
    const was = before?.[index];
    return {
      ...month,
      values: valuesIn(employments, month.period),
      previous: was ? valuesIn(employments, was.period) : null,
    };
  });
}

/** Largest headcount first; groups without anyone in either period are omitted. */
function groupRows(employments: readonly Employment[], period: Period, previous: Period | null): Row[] {
  const readings = { current: { period, parts: employments }, previous: null };
  const people = rowsByKey(
    readings,
    ({ key }) => key ?? NO_STAFF_GROUP,
    (key) => key,
    (parts) => parts,
  );
  return people
    .map(({ values: parts, ...row }) => ({
      ...row,
      values: valuesIn(parts, period),
      previous: previous && valuesIn(parts, previous),
    }))
    .filter(({ values, previous: was }) => isPresent(values) || (was !== null && isPresent(was)))
    .toSorted((a, b) => b.values.headcount - a.values.headcount || a.key.localeCompare(b.key));
}

function isPresent({ headcountBefore, joined }: StaffValues): boolean {
  return headcountBefore + joined > 0;
}

function valuesIn(employments: readonly Employment[], { from, to }: Period): StaffValues {
  const count = (matching: (employment: Employment) => boolean) =>
    employments.reduce((sum, employment) => (matching(employment) ? sum + employment.count : sum), 0);
  const isWithin = (day: string | null) => day !== null && day >= from && day <= to;
  const headcountBefore = count(
    ({ joined, left }) => (joined === null || joined < from) && (left === null || left >= from),
  );
  const joined = count((employment) => isWithin(employment.joined));
  const left = count((employment) => isWithin(employment.left));
  const headcount = headcountBefore + joined - left;
  const counts = { headcountBefore, joined, left, headcount };
  return { ...counts, turnover: turnoverOf(counts) };
}
