import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { plural } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { messageOf } from '../lib/api-error';
import { formatCount } from '../lib/format';
import type { Query } from '../data/queries';
import { AmountTable } from '../ui/amount-table';
import { Skeleton } from '../ui/loading/skeleton';
import { SegmentedChoice } from '../ui/segmented-choice';
import { RetryBanner } from '../ui/feedback/retry-banner';

/** What is counted and measured, by name. */
type Amounts = Record<string, number>;

type Period<Row> = {
  before: Amounts;
  after: Amounts;
  rows: Row[];
  days: number;
  from: string;
  to: string;
  total: number;
  judged: number;
  changed: number;
  omittedRows: number;
};

/** A value of the sums: what more and less of it is called, such as `late days`. */
export type RehearsedValue<Name extends string = string> = {
  name: Name;
  /** One and many, for counts. */
  nouns?: readonly [string, string];
  /** What is measured, for durations. */
  measured?: { noun: string; format: (value: number) => string };
};

export type RehearsedColumn<Row> = {
  head: string;
  /** As it is and as it would have been; nothing for what is the same either way. */
  cell: (row: Row) => ReactNode;
  /** Whether a row differs in it; columns without any difference are left out. */
  differs?: (row: Row) => boolean;
};

type RehearsalProps<Row> = {
  /** Absent while nothing is proposed, or what is proposed cannot be read. */
  query: Query<{ periods: Period<Row>[] }> | undefined;
  /** What was judged, one and many: `day`, `days`. */
  nouns: readonly [string, string];
  values: readonly RehearsedValue[];
  /** What a row is about: its head and its cell, a heading of the row. */
  subject: { head: string; cell: (row: Row, period: { from: string; to: string }) => ReactNode };
  keyOf: (row: Row) => string;
  columns: readonly RehearsedColumn<Row>[];
};

/** Whether other values than those in force are proposed, and all of them are there. */
export function isProposed<Values extends Record<string, number>>(typed: Values, inForce: Values): boolean {
  const names = Object.keys(typed);
  return names.every((name) => Number.isFinite(typed[name])) && names.some((name) => typed[name] !== inForce[name]);
}

/** What a policy would have changed, while it is being edited: in words, and by person or entry. */
export function Rehearsal<Row>(props: RehearsalProps<Row>) {
  const { query } = props;
  const id = useId();
  const [days, setDays] = useState('30');
  return (
    <Stack component="section" aria-labelledby={id} sx={panelStyle}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 2, alignItems: 'center', justifyContent: 'space-between' }}>
        <Typography id={id} variant="subtitle2" component="h5">
          What would have changed
        </Typography>
        {query && <SegmentedChoice label="Period" segments={periods} value={days} onChange={setDays} />}
      </Stack>
      {query ? (
        <Rehearsed {...props} query={query} days={Number(days)} />
      ) : (
        <Typography variant="body2" color="textSecondary">
          Change a value to see its effect on the last 30 and 90 days.
        </Typography>
      )}
    </Stack>
  );
}

const periods = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
];

type RehearsedProps<Row> = RehearsalProps<Row> & {
  query: NonNullable<RehearsalProps<Row>['query']>;
  days: number;
};

function Rehearsed<Row>(props: RehearsedProps<Row>) {
  const { query, days, nouns } = props;
  const { data, error, isPlaceholderData, refetch } = useQuery({ ...query, placeholderData: keepPreviousData });
  if (error) {
    return (
      <RetryBanner tone="warning" onRetry={() => void refetch()}>
        {messageOf(error)} You can save without it.
      </RetryBanner>
    );
  }
  const period = data?.periods.find((one) => one.days === days);
  if (!period) return <Skeleton height={40} />;
  const { judged, total, changed } = period;
  return (
    <Stack role="status" aria-busy={isPlaceholderData} sx={{ gap: 2, opacity: isPlaceholderData ? 0.6 : 1 }}>
      {changed === 0 ? (
        <Typography variant="body2">
          Nothing would have changed in the last {days} days, with {counted(judged, nouns)} recorded.
        </Typography>
      ) : (
        <>
          <Typography variant="body2">{inWords(period, props)}</Typography>
          <RehearsedRows {...props} period={period} />
        </>
      )}
      {judged < total && (
        <Typography variant="caption" color="textSecondary">
          Based on the newest {formatCount(judged)} of {counted(total, nouns)}.
        </Typography>
      )}
    </Stack>
  );
}

/** `12 of 145 days would have been different: 4 more late days, 1 h 20 m less overtime.` */
function inWords<Row>(
  { judged, changed, before, after }: Period<Row>,
  { nouns, values }: Pick<RehearsalProps<Row>, 'nouns' | 'values'>,
): string {
  const differences = values.flatMap(({ name, nouns: words, measured }) => {
    const difference = (after[name] ?? 0) - (before[name] ?? 0);
    if (difference === 0) return [];
    const amount = Math.abs(difference);
    if (measured) return [`${measured.format(amount)} ${difference > 0 ? 'more' : 'less'} ${measured.noun}`];
    return [`${formatCount(amount)} ${difference > 0 ? 'more' : 'fewer'} ${words?.[amount === 1 ? 0 : 1] ?? name}`];
  });
  const list = differences.length > 0 ? `: ${differences.join(', ')}` : '';
  return `${formatCount(changed)} of ${counted(judged, nouns)} would have been different${list}.`;
}

function counted(count: number, [one, many]: readonly [string, string]): string {
  return `${formatCount(count)} ${plural(count, one, many)}`;
}

type RowsProps<Row> = Pick<RehearsalProps<Row>, 'subject' | 'keyOf' | 'columns'> & {
  period: Period<Row>;
};

function RehearsedRows<Row>(props: RowsProps<Row>) {
  const { subject, keyOf, columns, period } = props;
  const { rows, omittedRows } = period;
  const shown = columns.filter(({ differs }) => !differs || rows.some(differs));
  return (
    <>
      <Box sx={tableStyle}>
        <AmountTable title="What would have changed">
          <table>
            <thead>
              <tr>
                <th scope="col">{subject.head}</th>
                {shown.map(({ head }) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={keyOf(row)}>
                  <th scope="row">{subject.cell(row, period)}</th>
                  {shown.map(({ head, cell }) => (
                    <td key={head}>{cell(row)}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </AmountTable>
      </Box>
      {omittedRows > 0 && (
        <Typography variant="caption" color="textSecondary">
          And {formatCount(omittedRows)} more.
        </Typography>
      )}
    </>
  );
}

/** A value as it is and, where it differs, as it would have been. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  if (before === after) return <Box sx={{ color: 'text.secondary' }}>{before}</Box>;
  return (
    <>
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {before}
      </Box>{' '}
      <span role="img" aria-label="would have been">
        →
      </span>{' '}
      <strong>{after}</strong>
    </>
  );
}

/** In the width of a drawer, heads and names take two lines rather than being cut. */
const tableStyle = { '& > div': { maxHeight: 320, '& th, & td': { whiteSpace: 'normal', px: 2 } } };

const panelStyle = { gap: 3, p: 4, border: 1, borderColor: 'divider', borderRadius: 2 };
