import Typography from '@mui/material/Typography';
import { type PayrollFormat, payrollHeadings, payrollRows } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useLaboratoryInView, WithLaboratory } from '../../../screens/laboratory-in-view';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { formatMonth } from '../../../lib/format';
import { useRowKeys } from '../../../lib/use-row-keys';
import { AmountTable } from '../../../ui/amount-table';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Skeleton } from '../../../ui/loading/skeleton';

const MOST_ROWS = 5;

type PreviewProps = { format: Pick<PayrollFormat, 'layout' | 'time' | 'columns'> };

/** The first rows of the last month in a format, as the file would have them. */
export function PayrollPreview({ format }: PreviewProps) {
  const view = useLaboratoryInView(undefined, 'attendance.view');
  return (
    <WithLaboratory view={view} skeleton={<Skeleton variant="rectangular" height={160} />}>
      {view.laboratory && <Rows format={format} laboratoryId={view.laboratory._id} />}
    </WithLaboratory>
  );
}

function Rows({ format, laboratoryId }: PreviewProps & { laboratoryId: string }) {
  const { data, error, refetch } = useQuery(queryOf(api.monthSheets.sheet, { query: { laboratoryId } }));
  const headings = payrollHeadings(format);
  const { keys: columnKeys } = useRowKeys(headings.length);
  if (!data) return <NotLoaded query={{ error, refetch }} what="the preview" skeleton={160} />;
  const { lines, laboratory, month } = data;
  const rows = lines
    .slice(0, MOST_ROWS)
    .flatMap((line) => payrollRows(format, { line, laboratory, month }))
    .slice(0, MOST_ROWS);
  return (
    <div>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {lines.length === 0
          ? `No one worked at ${laboratory.name} in ${formatMonth(month, 'long')}.`
          : `${laboratory.name}, ${formatMonth(month, 'long')}`}
      </Typography>
      <AmountTable title="Preview of the file">
        <table>
          <caption>Preview of the file</caption>
          <thead>
            <tr>
              {headings.map(({ header }, index) => (
                <th key={columnKeys[index]} scope="col">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={`row ${row}`}>
                {cells.map((cell, index) =>
                  index === 0 ? (
                    <th key={columnKeys[index]} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={columnKeys[index]}>{cell}</td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </AmountTable>
    </div>
  );
}
