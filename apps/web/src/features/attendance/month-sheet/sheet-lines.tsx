import Warning from '@mui/icons-material/WarningAmberOutlined';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import GlobalStyles from '@mui/material/GlobalStyles';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  leaveFigures,
  type MonthDrift,
  type MonthFigure,
  monthFigureLabels,
  type MonthLine,
  paginationOf,
} from '@shifa/contract';
import { Fragment, type ReactNode } from 'react';
import { PageTurner } from '../../../screens/list/page-turner';
import { formatMinutes } from '../../../lib/format';
import { AmountTable, landscape } from '../../../ui/amount-table';
import { SectionCard } from '../../../ui/section-card';
import { useOnPhone } from '../../../ui/use-on-phone';

const PER_PAGE = 100;

/** With the days of leave of all types, which are shown where the viewer can't see the types. */
type ShownFigure = MonthFigure | 'leaveDays';

const labels: Record<ShownFigure, string> = { ...monthFigureLabels, leaveDays: 'Days of leave' };

/** Shown for everyone; the others only where someone has any. */
const always: readonly ShownFigure[] = ['paid', 'lossOfPay', 'worked', 'weeklyOff', 'holiday', 'absent'];
const further: readonly ShownFigure[] = [
  'leaveDays',
  ...leaveFigures,
  'unrecorded',
  'undecided',
  'elsewhere',
  'notEmployed',
  'nights',
  'lateDays',
  'halfDays',
  'overtimeMinutes',
  'pendingOvertimeMinutes',
];

const days = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 });

/** Days in halves; overtime in hours and minutes. */
export function formatFigure(figure: ShownFigure, amount: number): string {
  return figure.endsWith('Minutes') ? formatMinutes(amount) : days.format(amount);
}

/** null for a type of leave that the viewer can't see. */
function amountOf({ figures, leaveDays }: MonthLine, figure: ShownFigure): number | null {
  return figure === 'leaveDays' ? leaveDays : figures[figure];
}

const hidesLeave = ({ figures }: MonthLine) => leaveFigures.some((figure) => figures[figure] === null);

type SheetLinesProps = {
  lines: readonly MonthLine[];
  drift: readonly MonthDrift[];
  page: number;
  onPage: (page: number) => void;
};

/** A row per person with the sums of all of them; cards on a phone. Figures that changed since the closing are marked. */
export function SheetLines({ lines, drift, page, onPage }: SheetLinesProps) {
  const onPhone = useOnPhone();
  const isHidden = lines.some(hidesLeave);
  const isShown = (name: ShownFigure) =>
    (name !== 'leaveDays' || isHidden) && lines.some((line) => (amountOf(line, name) ?? 0) > 0);
  const figures = [...always, ...further.filter(isShown)];
  const last = Math.ceil(lines.length / PER_PAGE);
  const turned = Math.min(page, last);
  const pagination = paginationOf(turned, PER_PAGE, { total: lines.length });
  const shown = lines.slice((turned - 1) * PER_PAGE, turned * PER_PAGE);
  const changed = new Map(drift.map((one) => [`${one.person._id} ${one.figure}`, one]));
  const parts = { figures, changed };
  return (
    <div>
      {isHidden && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
          Types of leave are hidden because you don't have access to leave. Days of leave are counted together.
        </Typography>
      )}
      {onPhone ? <Cards lines={shown} all={lines} {...parts} /> : <Table lines={shown} all={lines} {...parts} />}
      {lines.length > PER_PAGE && (
        <div className="not-printed">
          <PageTurner pagination={pagination} things={{ one: 'person', many: 'people' }} onPage={onPage} />
        </div>
      )}
    </div>
  );
}

type PartsProps = {
  lines: readonly MonthLine[];
  all: readonly MonthLine[];
  figures: readonly ShownFigure[];
  changed: ReadonlyMap<string, MonthDrift>;
};

/** A dash where a part of the sum is hidden. */
function sumOf(all: readonly MonthLine[], figure: ShownFigure): string {
  const amounts = all.map((line) => amountOf(line, figure));
  if (amounts.includes(null)) return '–';
  return formatFigure(
    figure,
    amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0),
  );
}

function Table({ lines, all, figures, changed }: PartsProps) {
  return (
    <SectionCard title="People">
      <AmountTable title="Month sheet">
        <GlobalStyles styles={landscape} />
        <table>
          <caption>Month sheet</caption>
          <thead>
            <tr>
              <th scope="col">Person</th>
              {figures.map((figure) => (
                <th key={figure} scope="col">
                  <Box component="span" sx={{ display: 'inline-block', minWidth: 56, whiteSpace: 'normal' }}>
                    {labels[figure]}
                  </Box>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr key={line.person._id}>
                <th scope="row">
                  <Box
                    component="span"
                    sx={{ display: 'block', maxWidth: 200, overflow: 'hidden', textOverflow: 'ellipsis' }}
                  >
                    {line.person.name}
                  </Box>
                  <Typography component="span" variant="caption" color="textSecondary">
                    {line.person.employeeCode}
                  </Typography>
                </th>
                {figures.map((figure) => (
                  <td key={figure}>
                    <Amount
                      figure={figure}
                      amount={amountOf(line, figure)}
                      drift={changed.get(`${line.person._id} ${figure}`)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {figures.map((figure) => (
                <td key={figure}>{sumOf(all, figure)}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </AmountTable>
    </SectionCard>
  );
}

function Cards({ lines, all, figures, changed }: PartsProps) {
  return (
    <Stack sx={{ gap: 3 }}>
      <SectionCard title="Total">
        <Pairs pairs={figures.map((figure) => ({ label: labels[figure], value: sumOf(all, figure) }))} />
      </SectionCard>
      <Stack component="ul" aria-label="People" sx={{ gap: 3, m: 0, p: 0, listStyle: 'none' }}>
        {lines.map((line) => {
          const { person } = line;
          const own = figures.filter(
            (figure) => (amountOf(line, figure) ?? 0) > 0 || changed.has(`${person._id} ${figure}`),
          );
          return (
            <Card key={person._id} component="li" sx={{ p: 5 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{person.name}</Typography>
              <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
                {person.employeeCode}
              </Typography>
              <Pairs
                pairs={own.map((figure) => ({
                  label: labels[figure],
                  value: (
                    <Amount
                      figure={figure}
                      amount={amountOf(line, figure)}
                      drift={changed.get(`${person._id} ${figure}`)}
                    />
                  ),
                }))}
              />
            </Card>
          );
        })}
      </Stack>
    </Stack>
  );
}

function Pairs({ pairs }: { pairs: readonly { label: string; value: ReactNode }[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: '1fr auto',
        columnGap: 4,
        rowGap: 1,
        m: 0,
        '& dd': { m: 0, textAlign: 'right' },
      }}
    >
      {pairs.map(({ label, value }) => (
        <Fragment key={label}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {label}
          </Typography>
          <Box component="dd" className="tabular">
            {value}
          </Box>
        </Fragment>
      ))}
    </Box>
  );
}

type AmountProps = { figure: ShownFigure; amount: number | null; drift: MonthDrift | undefined };

/** A figure; one that would be another one today says which, beside a sign. */
function Amount({ figure, amount, drift }: AmountProps) {
  const text = amount === null ? '–' : formatFigure(figure, amount);
  if (!drift)
    return amount === 0 || amount === null ? (
      <Box component="span" sx={{ color: 'text.secondary' }}>
        {text}
      </Box>
    ) : (
      text
    );
  const now = `Now ${formatFigure(figure, drift.now)}`;
  return (
    <Box
      component="span"
      title={now}
      sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, color: 'warning.main' }}
    >
      <Warning sx={{ fontSize: 14 }} aria-hidden />
      {text}
      <Typography component="span" variant="caption" color="inherit">
        ({now.toLowerCase()})
      </Typography>
    </Box>
  );
}
