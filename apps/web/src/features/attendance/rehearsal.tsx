import Link from '@mui/material/Link';
import { type AttendanceRehearsal as Rehearsed, AttendanceRehearsalQuery, type RehearsedDays } from '@shifa/contract';
import type { RehearsalProps } from '../../screens/detail/laboratory-extensions';
import { BeforeAfter, isProposed, Rehearsal, type RehearsedColumn, type RehearsedValue } from '../../screens/rehearsal';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { formatCount, formatMinutes } from '../../lib/format';
import { queryOf } from '../../data/queries';
import { useDebounced } from '../../lib/use-debounced';
import { withQuery } from '../../lib/with-query';

type Row = Rehearsed['periods'][number]['rows'][number];

const values: readonly RehearsedValue<keyof RehearsedDays>[] = [
  { name: 'lateDays', nouns: ['late day', 'late days'] },
  { name: 'halfDays', nouns: ['half day', 'half days'] },
  { name: 'overtimeMinutes', measured: { noun: 'overtime', format: formatMinutes } },
  { name: 'exceptionalDays', nouns: ['day to approve', 'days to approve'] },
];

const column = (head: string, name: keyof RehearsedDays, format: (value: number) => string): RehearsedColumn<Row> => ({
  head,
  cell: ({ before, after }) => <BeforeAfter before={format(before[name])} after={format(after[name])} />,
  differs: ({ before, after }) => before[name] !== after[name],
});

const columns = [
  column('Late days', 'lateDays', formatCount),
  column('Half days', 'halfDays', formatCount),
  column('Overtime', 'overtimeMinutes', formatMinutes),
  column('To approve', 'exceptionalDays', formatCount),
  column('Late', 'lateMinutes', formatMinutes),
];

/** What other thresholds would have made of the last days, by person. */
export function AttendanceRehearsal({ laboratory, proposed }: RehearsalProps) {
  const inForce = laboratory.policies.attendance;
  const typed = {
    graceLateMinutes: useDebounced(proposed.attendance.graceLateMinutes),
    halfDayBelowMinutes: useDebounced(proposed.attendance.halfDayBelowMinutes),
    overtimeAfterMinutes: useDebounced(proposed.attendance.overtimeAfterMinutes),
  };
  const asked = AttendanceRehearsalQuery.safeParse({ laboratoryId: laboratory._id, ...typed });
  return (
    <Rehearsal
      query={
        isProposed(typed, inForce) && asked.success
          ? queryOf(api.attendance.rehearsal, { query: asked.data })
          : undefined
      }
      nouns={['day', 'days']}
      values={values}
      subject={{
        head: 'Person',
        cell: ({ person: { _id, name } }, { from, to }) => (
          // In another tab, because what is typed here is not saved yet.
          <Link href={withQuery(paths.attendanceRecords, { userId: _id, from, to })} target="_blank" rel="noopener">
            {name}
          </Link>
        ),
      }}
      keyOf={({ person }) => person._id}
      columns={columns}
    />
  );
}
