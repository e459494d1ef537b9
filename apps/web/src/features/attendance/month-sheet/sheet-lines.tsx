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

/** Shown for everyone; the others only where someone has any. */
const always: readonly MonthFigure[] = ['paid', 'lossOfPay', 'worked', 'weeklyOff', 'holiday', 'absent'];
const further: readonly MonthFigure[] = [
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
export function formatFigure(figure: MonthFigure, amount: number): string {
  return figure.endsWith('Minutes') ? formatMinutes(amount) : days.format(amount);
}

type SheetLinesProps = {
  lines: readonly MonthLine[];
  drift: readonly MonthDrift[];
  page: number;
  onPage: (page: number) => void;
};

/** A row per person with the sums of all of them; cards on a phone. Figures that changed since the closing are marked. */
export function SheetLines({ lines, drift, page, onPage }: SheetLinesProps) {
  const onPhone = useOnPhone();
  const figures = [...always, ...further.filter((name) => lines.some((line) => line.figures[name] > 0))];
  const last = Math.ceil(lines.length / PER_PAGE);
  const turned = Math.min(page, last);
  const pagination = paginationOf(turned, PER_PAGE, { total: lines.length });
  const shown = lines.slice((turned - 1) * PER_PAGE, turned * PER_PAGE);
  const changed = new Map(drift.map((one) => [`${one.person._id} ${one.figure}`, one]));
  const parts = { figures, changed };
  return (
    <div>
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
  figures: readonly MonthFigure[];
  changed: ReadonlyMap<string, MonthDrift>;
};

function sumOf(all: readonly MonthLine[], figure: MonthFigure): string {
  return formatFigure(
    figure,
    all.reduce((sum, line) => sum + line.figures[figure], 0),
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
                    {monthFigureLabels[figure]}
                  </Box>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ person, figures: amounts }) => (
              <tr key={person._id}>
                <th scope="row">
                  <Box
                    component="span"
                    sx={{ display: 'block', maxWidth: 200, overflow: 'hidden', textOverflow: 'ellipsis' }}
                  >
                    {person.name}
                  </Box>
                  <Typography component="span" variant="caption" color="textSecondary">
                    {person.employeeCode}
                  </Typography>
                </th>
                {figures.map((figure) => (
                  <td key={figure}>
                    <Amount figure={figure} amount={amounts[figure]} drift={changed.get(`${person._id} ${figure}`)} />
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
        <Pairs pairs={figures.map((figure) => ({ label: monthFigureLabels[figure], value: sumOf(all, figure) }))} />
      </SectionCard>
      <Stack component="ul" aria-label="People" sx={{ gap: 3, m: 0, p: 0, listStyle: 'none' }}>
        {lines.map(({ person, figures: amounts }) => {
          const own = figures.filter((figure) => amounts[figure] > 0 || changed.has(`${person._id} ${figure}`));
          return (
            <Card key={person._id} component="li" sx={{ p: 5 }}>
              <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{person.name}</Typography>
              <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
                {person.employeeCode}
              </Typography>
              <Pairs
                pairs={own.map((figure) => ({
                  label: monthFigureLabels[figure],
                  value: (
                    <Amount figure={figure} amount={amounts[figure]} drift={changed.get(`${person._id} ${figure}`)} />
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

type AmountProps = { figure: MonthFigure; amount: number; drift: MonthDrift | undefined };

/** A figure; one that would be another one today says which, beside a sign. */
function Amount({ figure, amount, drift }: AmountProps) {
  const text = formatFigure(figure, amount);
  if (!drift)
    return amount === 0 ? (
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
