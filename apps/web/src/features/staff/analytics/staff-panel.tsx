import {
  NO_STAFF_GROUP,
  type StaffAnalytics,
  StaffAnalyticsQuery,
  staffStatuses,
  type StaffValues,
} from '@shifa/contract';
import type { AnalyticsPanelProps } from '../../../screens/report/analytics-kind';
import { type AnalyticsDefinition, AnalyticsPanel } from '../../../screens/report/analytics-panel';
import { percentOf } from '../../../screens/report/analytics-sheet';
import type { Measure } from '../../../screens/report/analytics-table';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import type { Period } from '../../../lib/calendar';
import { describeChange } from '../../../lib/change';
import { formatCount, formatPeople } from '../../../lib/format';
import { queryOf } from '../../../data/queries';
import { withQuery } from '../../../lib/with-query';

const analysis: AnalyticsDefinition<StaffValues, StaffAnalytics> = {
  query: (filter) => queryOf(api.staff.analytics, { query: StaffAnalyticsQuery.parse(filter) }),
  file: 'staff-analysis',
  empty: (period) => `No one was employed in ${period}`,
  cards: ({ totals: { values, previous }, period }, { filter: { laboratoryId }, before }) => {
    const note = (of: (all: StaffValues) => number) =>
      previous && before !== undefined ? describeChange(of(values), of(previous), before, formatPeople) : undefined;
    return [
      {
        label: 'Final headcount',
        figure: formatCount(values.headcount),
        note: `${formatCount(values.headcountBefore)} at the start`,
      },
      {
        label: 'Joined',
        figure: formatCount(values.joined),
        note: note(({ joined }) => joined),
        to: joinersPath(period, { laboratoryId }),
      },
      {
        label: 'Left',
        figure: formatCount(values.left),
        note: note(({ left }) => left),
        to: withQuery(paths.staff, {
          laboratoryId,
          status: staffStatuses,
          leftFrom: period.from,
          leftTo: period.to,
        }),
      },
      {
        label: 'Turnover',
        figure: formatShare(values.turnover),
        note: before === undefined || !previous ? undefined : `${formatShare(previous.turnover)} in ${before}`,
      },
    ];
  },
  series: () => [
    {
      id: 'headcount',
      label: 'Headcount',
      value: ({ values }) => values.headcount,
      format: ({ values }) => formatPeople(values.headcount),
      color: ({ vars }) => vars.palette.primary.main,
    },
    {
      id: 'joined',
      label: 'Joined',
      value: ({ values }) => values.joined,
      format: ({ values }) => formatPeople(values.joined),
      color: ({ vars }) => vars.palette.accent.main,
    },
    {
      id: 'left',
      label: 'Left',
      value: ({ values }) => values.left,
      format: ({ values }) => formatPeople(values.left),
      color: ({ vars }) => vars.palette.error.main,
      hatched: true,
      hint: 'hatched',
    },
  ],
  formatTick: formatCount,
  measures: [
    people('Before', ({ headcountBefore }) => headcountBefore),
    people('Joined', ({ joined }) => joined),
    people('Left', ({ left }) => left),
    {
      ...people('Headcount', ({ headcount }) => headcount),
      compared: {
        previous: 'Previous headcount',
        change: 'Change of headcount',
        amount: ({ headcount }) => headcount,
        format: (count) => formatCount(Number(count)),
      },
    },
    {
      label: 'Turnover',
      format: ({ turnover }) => formatShare(turnover),
      sheet: { heading: 'Turnover (%)', value: ({ turnover }) => percentOf(turnover) },
    },
  ],
  rowPath: ({ groupBy }, { key, period }, { laboratoryId }) => {
    if (groupBy === 'month') return joinersPath(period, { laboratoryId });
    // People of the network, and those without a department, are in no filter of the list.
    if (key === NO_STAFF_GROUP) return undefined;
    return joinersPath(period, { laboratoryId, [groupBy === 'laboratory' ? 'laboratoryId' : groupBy]: key });
  },
  why: {
    rule: 'A person counts from the joining date through the last day, under their current laboratory, department and role. Turnover is the number of people who left, divided by the average headcount before and after the period.',
    lines: ({ headcountBefore, joined, left, headcount, turnover }) => [
      { label: 'Before the first day', value: formatCount(headcountBefore) },
      { label: 'Joined', value: `+ ${formatCount(joined)}` },
      { label: 'Left', value: `− ${formatCount(left)}` },
      { label: 'Headcount after the last day', value: formatCount(headcount), strong: true },
      { label: 'Turnover', value: formatShare(turnover) },
    ],
    records: 'Show the people who joined',
  },
};

/** Headcount, joiners and leavers. */
export function StaffPanel(props: AnalyticsPanelProps) {
  return <AnalyticsPanel<StaffValues> {...props} of={analysis} />;
}

/** The list of those who joined in a period, whatever their status is now. */
function joinersPath({ from, to }: Period, filter: { laboratoryId?: string | undefined; [field: string]: unknown }) {
  return withQuery(paths.staff, { ...filter, status: staffStatuses, joinedFrom: from, joinedTo: to });
}

function people(label: string, value: (values: StaffValues) => number): Measure<StaffValues> {
  return { label, format: (values) => formatCount(value(values)), sheet: { value } };
}

/** `4.2%` */
function formatShare(share: number | null): string {
  return share === null ? '–' : `${formatCount(Math.round(share * 1000) / 10)}%`;
}
