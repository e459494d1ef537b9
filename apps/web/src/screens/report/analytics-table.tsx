import GlobalStyles from '@mui/material/GlobalStyles';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { Analysis, AnalysisRow } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { differenceOf, formatPercentChange, formatSigned } from '../../lib/change';
import { AmountTable, landscape } from '../../ui/amount-table';
import { Calculation, type CalculationLine, Why as WhyButton } from '../../ui/why';

/** A column of the table. */
export type Measure<Values> = {
  label: string;
  format: (values: Values) => string;
  /** In a spreadsheet: the bare number, with its unit in the heading; null if there is nothing to measure. */
  sheet: { heading?: string; value: (values: Values) => number | string | null };
  /** It is not known of the previous period. */
  onlyNow?: boolean;
  /** The column whose change against the previous period is shown. */
  compared?: {
    /** The headings of the previous amount and of the change. */
    previous: string;
    change: string;
    /** Null if there is nothing to measure. */
    amount: (values: Values) => number | bigint | null;
    format: (amount: number | bigint) => string;
    /** The amount is a share already, and its change is in percentage points. */
    isShare?: boolean;
  };
};

/** The rule behind the values, and what it was applied to. */
export type Why<Values> = { rule: string; lines: (values: Values) => CalculationLine[]; records?: string };

type AnalyticsTableProps<Values> = {
  title: string;
  head: string;
  result: Analysis<string, Values>;
  measures: readonly Measure<Values>[];
  why: Why<Values>;
  pathOf: (row: AnalysisRow<Values>) => string | undefined;
  totalPath?: string | undefined;
};

/** The rows of an analysis with its totals; a row leads to the list that it counts. */
export function AnalyticsTable<Values>(props: AnalyticsTableProps<Values>) {
  const { title, head, result, measures, why, pathOf, totalPath } = props;
  const columns = measures.flatMap((measure) => columnsOf(measure, result.previousPeriod !== null));
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
          {result.rows.map((row) => {
            const to = pathOf(row);
            return (
              <tr key={row.key}>
                <th scope="row">
                  {to === undefined ? (
                    row.label
                  ) : (
                    <Link component={RouterLink} to={to} color="inherit">
                      {row.label}
                    </Link>
                  )}
                </th>
                {columns.map(({ label, format }) => (
                  <td key={label}>{format(row)}</td>
                ))}
                <td className="not-printed">
                  <WhyValues name={row.label} values={row.values} why={why} to={to} />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total</th>
            {columns.map(({ label, format }) => (
              <td key={label}>{format(result.totals)}</td>
            ))}
            <td className="not-printed">
              <WhyValues name="the total" values={result.totals.values} why={why} to={totalPath} />
            </td>
          </tr>
        </tfoot>
      </table>
    </AmountTable>
  );
}

type Compared<Values> = { values: Values; previous: Values | null };
type Column<Values> = { label: string; format: (row: Compared<Values>) => string };

function columnsOf<Values>({ label, format, compared }: Measure<Values>, isCompared: boolean): Column<Values>[] {
  const column: Column<Values> = { label, format: ({ values }) => format(values) };
  if (!compared || !isCompared) return [column];
  return [
    column,
    {
      label: compared.previous,
      format: ({ previous }) => (previous === null ? '–' : format(previous)),
    },
    { label: compared.change, format: (row) => changeOf(row, compared) },
  ];
}

function changeOf<Values>(
  { values, previous }: Compared<Values>,
  { amount, format, isShare = false }: NonNullable<Measure<Values>['compared']>,
): string {
  const now = amount(values);
  const before = previous === null ? null : amount(previous);
  if (now === null || before === null) return '–';
  const change = formatSigned(differenceOf(now, before), format);
  const percent = isShare ? undefined : formatPercentChange(now, before);
  return percent === undefined ? change : `${change} (${percent})`;
}

type WhyValuesProps<Values> = { name: string; values: Values; why: Why<Values>; to?: string | undefined };

function WhyValues<Values>({
  name,
  values,
  why: { rule, lines, records = 'Show the rows' },
  to,
}: WhyValuesProps<Values>) {
  return (
    <WhyButton title={`Why these values for ${name}?`}>
      <Typography sx={{ mb: 4 }}>{rule}</Typography>
      <Calculation lines={lines(values)} />
      {to !== undefined && (
        <Typography sx={{ mt: 4 }}>
          <Link component={RouterLink} to={to}>
            {records}
          </Link>
        </Typography>
      )}
    </WhyButton>
  );
}
