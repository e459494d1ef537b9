import Print from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import type { Analysis, AttendanceReport, AttendanceReportQuery, AttendanceTotals } from '@shifa/contract';
import type { Measure, Why } from '../../../screens/report/analytics-table';
import { labelled, ReportCard, titleOf } from '../../../screens/report/report-card';
import { paths } from '../../../config/paths';
import { formatCount, formatMinutes } from '../../../lib/format';
import { withQuery } from '../../../lib/with-query';

const measures: readonly Measure<AttendanceTotals>[] = [
  days('Days', (totals) => totals.days),
  days('Present', ({ presentDays }) => presentDays),
  days('Late', ({ lateDays }) => lateDays),
  days('Half days', ({ halfDays }) => halfDays),
  days('Absent', ({ absentDays }) => absentDays),
  days('Leave', ({ leaveDays }) => leaveDays),
  time('Worked', 'Worked (minutes)', ({ workedMinutes }) => workedMinutes),
  time('Time late', 'Time late (minutes)', ({ lateMinutes }) => lateMinutes),
  time('Overtime', 'Overtime (minutes)', ({ overtimeMinutes }) => overtimeMinutes),
];

/** Which records count in totals, and what is still open. */
const why: Why<AttendanceTotals> = {
  rule: "Pending and approved records count; rejected ones don't. A late day also counts as present. Half a day of leave counts as half.",
  lines: (totals) => [
    { label: 'Records', value: formatCount(totals.days) },
    { label: 'Present', value: formatCount(totals.presentDays) },
    { label: 'Of those, late', value: formatCount(totals.lateDays) },
    { label: 'Half days', value: formatCount(totals.halfDays) },
    { label: 'Absent', value: formatCount(totals.absentDays) },
    { label: 'Days of leave', value: formatCount(totals.leaveDays) },
    { label: 'Overtime', value: formatMinutes(totals.overtimeMinutes) },
    { label: 'Pending', value: formatMinutes(totals.pendingOvertimeMinutes) },
  ],
  records: 'Show the records',
};

type ReportTableProps = { report: AttendanceReport; asked: AttendanceReportQuery; head: string };

/** The report as a table; a row leads to the records that it counts. */
export function ReportTable({ report, asked, head }: ReportTableProps) {
  return (
    <ReportCard
      title={titleOf(asked.groupBy)}
      head={head}
      result={analysisOf(report, asked.groupBy)}
      measures={measures}
      why={why}
      pathOf={({ key }) => recordsOf(asked, key)}
      totalPath={recordsOf(asked)}
      file={`attendance-report-by-${asked.groupBy}-${report.from}-${report.to}`}
      mayExport="attendance.export"
      actions={
        <Button size="small" color="inherit" startIcon={<Print />} onClick={() => window.print()}>
          Print
        </Button>
      }
    />
  );
}

function analysisOf(
  { rows, totals, from, to }: AttendanceReport,
  groupBy: AttendanceReportQuery['groupBy'],
): Analysis<string, AttendanceTotals> {
  const all = rows.map(({ key, label, totals: values }) => ({
    key,
    label,
    period: groupBy === 'day' ? { from: key, to: key } : { from, to },
    values,
    previous: null,
  }));
  return {
    groupBy,
    period: { from, to },
    previousPeriod: null,
    rows: labelled(groupBy, all),
    omittedRows: 0,
    totals: { values: totals, previous: null },
  };
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

function days(label: string, value: (totals: AttendanceTotals) => number): Measure<AttendanceTotals> {
  return { label, format: (totals) => formatCount(value(totals)), sheet: { value } };
}

function time(label: string, heading: string, value: (totals: AttendanceTotals) => number): Measure<AttendanceTotals> {
  return { label, format: (totals) => formatMinutes(value(totals)), sheet: { heading, value } };
}
