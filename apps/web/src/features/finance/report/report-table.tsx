import Download from '@mui/icons-material/DownloadOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { reportGroupLabels, type TransactionReport } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { PermissionButton } from '../../../components/permission-button';
import { SectionCard } from '../../../components/section-card';
import { csvOf } from '../../../lib/csv';
import { saveBlob } from '../../../lib/save-file';
import { FigureTable } from '../charts/flow-table';
import { periodWords } from '../period/finance-period';
import { type ReportColumn, reportColumns } from './report-columns';
import { rowPath, rowWords } from './report-rows';
import type { ReportState } from './report-state';

type ReportTableProps = { report: TransactionReport; state: ReportState };

/** The report as figures, each row leading to the entries it counts. */
export function ReportTable({ report, state }: ReportTableProps) {
  const { groupBy, period, previousPeriod, rows, totals } = report;
  const columns = reportColumns(report, state.type);
  const head = reportGroupLabels[groupBy];
  const title = `By ${head.toLowerCase()}, ${periodWords(period)}`;
  const save = () => {
    saveBlob(csvOf(reportSheet(report, columns)), `financial-report-${period.from}-${period.to}.csv`);
  };
  return (
    <SectionCard
      title={title}
      action={
        <Stack direction="row" className="not-printed" sx={{ gap: 1 }}>
          <PermissionButton
            permission="transactions.export"
            size="small"
            color="inherit"
            startIcon={<Download />}
            onClick={save}
          >
            CSV
          </PermissionButton>
          <Button size="small" color="inherit" startIcon={<Print />} onClick={() => window.print()}>
            Print
          </Button>
        </Stack>
      }
    >
      {previousPeriod && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
          Compared with {periodWords(previousPeriod)}.
        </Typography>
      )}
      <FigureTable title={title}>
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
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <Link component={RouterLink} to={rowPath(groupBy, row, state)} color="inherit">
                    {rowWords(groupBy, row)}
                  </Link>
                </th>
                {columns.map(({ label, print }) => (
                  <td key={label}>{print(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {columns.map(({ label, print }) => (
                <td key={label}>{print(totals)}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </FigureTable>
    </SectionCard>
  );
}

/** The same table for a spreadsheet. */
function reportSheet({ groupBy, rows, totals }: TransactionReport, columns: readonly ReportColumn[]): string[][] {
  return [
    [reportGroupLabels[groupBy], ...columns.map(({ label }) => label)],
    ...rows.map((row) => [rowWords(groupBy, row), ...columns.map(({ plain }) => plain(row))]),
    ['Total', ...columns.map(({ plain }) => plain(totals))],
  ];
}
