import GlobalStyles from '@mui/material/GlobalStyles';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { AttendanceReport, AttendanceReportQuery, AttendanceTotals } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { AmountTable, landscape } from '../../../ui/amount-table';
import { Calculation, Why } from '../../../ui/why';
import { paths } from '../../../config/paths';
import { formatCount, formatDay, formatMinutes } from '../../../lib/format';
import { withQuery } from '../../../lib/with-query';

const columns: readonly { label: string; format: (totals: AttendanceTotals) => string }[] = [
  { label: 'Days', format: ({ days }) => formatCount(days) },
  { label: 'Present', format: ({ presentDays }) => formatCount(presentDays) },
  { label: 'Late', format: ({ lateDays }) => formatCount(lateDays) },
  { label: 'Half days', format: ({ halfDays }) => formatCount(halfDays) },
  { label: 'Absent', format: ({ absentDays }) => formatCount(absentDays) },
  { label: 'Leave', format: ({ leaveDays }) => formatCount(leaveDays) },
  { label: 'Worked', format: ({ workedMinutes }) => formatMinutes(workedMinutes) },
  { label: 'Time late', format: ({ lateMinutes }) => formatMinutes(lateMinutes) },
  { label: 'Overtime', format: ({ overtimeMinutes }) => formatMinutes(overtimeMinutes) },
];

type ReportTableProps = { report: AttendanceReport; asked: AttendanceReportQuery; head: string };

/** The report as a table; a row leads to the records that it counts. */
export function ReportTable({ report, asked, head }: ReportTableProps) {
  const { rows, totals } = report;
  const title = `Attendance by ${head.toLowerCase()}`;
  return (
    <AmountTable title={title}>
      <GlobalStyles styles={landscape} />
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {columns.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            <th scope="col" className="not-printed">
              Reason
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const name = asked.groupBy === 'day' ? formatDay(row.key) : row.label;
            return (
              <tr key={row.key}>
                <th scope="row">
                  <Link component={RouterLink} to={recordsOf(asked, row.key)} color="inherit">
                    {name}
                  </Link>
                </th>
                {columns.map(({ label, format }) => (
                  <td key={label}>{format(row.totals)}</td>
                ))}
                <td className="not-printed">
                  <WhyTotals name={name} totals={row.totals} to={recordsOf(asked, row.key)} />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {columns.map(({ label, format }) => (
              <td key={label}>{format(totals)}</td>
            ))}
            <td className="not-printed">
              <WhyTotals name="the total" totals={totals} to={recordsOf(asked)} />
            </td>
          </tr>
        </tfoot>
      </table>
    </AmountTable>
  );
}

/** The records of a row, or of the whole report. */
function recordsOf({ from, to, groupBy, laboratoryId }: AttendanceReportQuery, key?: string): string {
  const days = groupBy === 'day' && key !== undefined ? { from: key, to: key } : { from, to };
  return withQuery(paths.attendanceRecords, {
    ...days,
    userId: groupBy === 'person' ? key : undefined,
    laboratoryId: groupBy === 'laboratory' ? (key ?? laboratoryId) : laboratoryId,
    counted: 'true',
  });
}

/** Which records count in totals, and what is still open. */
function WhyTotals({ name, totals, to }: { name: string; totals: AttendanceTotals; to: string }) {
  const { days, presentDays, lateDays, halfDays, absentDays, leaveDays } = totals;
  return (
    <Why title={`Why these values for ${name}?`}>
      <Typography sx={{ mb: 4 }}>
        Pending and approved records count; rejected ones don't. A late day also counts as present. Half a day of leave
        counts as half.
      </Typography>
      <Calculation
        lines={[
          { label: 'Records', value: formatCount(days) },
          { label: 'Present', value: formatCount(presentDays) },
          { label: 'Of those, late', value: formatCount(lateDays) },
          { label: 'Half days', value: formatCount(halfDays) },
          { label: 'Absent', value: formatCount(absentDays) },
          { label: 'Days of leave', value: formatCount(leaveDays) },
          { label: 'Overtime', value: formatMinutes(totals.overtimeMinutes) },
          { label: 'Pending', value: formatMinutes(totals.pendingOvertimeMinutes) },
        ]}
      />
      <Typography sx={{ mt: 4 }}>
        <Link component={RouterLink} to={to}>
          Show the records
        </Link>
      </Typography>
    </Why>
  );
}
