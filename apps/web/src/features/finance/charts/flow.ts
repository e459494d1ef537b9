import type { Theme } from '@mui/material/styles';
import type { Sums, TotalPaise } from '@shifa/contract';
import type { ChartLayout, Series } from '../../../ui/charts/series';
import { formatMoney } from '../../../lib/format';

type InAndOut = Pick<Sums, 'incomePaise' | 'expensePaise'>;

/** The income and expenses of a month, a category or another part of a whole. */
export type FlowRow = InAndOut & {
  key: string;
  label: string;
  pending?: InAndOut;
};

/** A value of a row; `side` is the side of the axis on which it is drawn, or undefined for a line. */
type Measure = { label: string; paise: (row: FlowRow) => TotalPaise | bigint; side: 1 | -1 | undefined };

/** In paise. Income is drawn above the axis and expenses below it, so that the chart does not depend on colour. */
export const flowMeasures = {
  income: { label: 'Income', paise: (row) => row.incomePaise, side: 1 },
  expense: { label: 'Expenses', paise: (row) => row.expensePaise, side: -1 },
  net: { label: 'Net', paise: (row) => BigInt(row.incomePaise) - BigInt(row.expensePaise), side: undefined },
  pendingIncome: { label: 'Pending income', paise: (row) => row.pending?.incomePaise ?? 0, side: 1 },
  pendingExpense: { label: 'Pending expenses', paise: (row) => row.pending?.expensePaise ?? 0, side: -1 },
} as const satisfies Record<string, Measure>;
export type FlowMeasure = keyof typeof flowMeasures;

/** The drawn value: negative for expenses. Above 2^53 paise it is rounded, which no chart can show. */
export function drawnPaise(measure: FlowMeasure, row: FlowRow): number {
  const { paise, side } = flowMeasures[measure];
  const amount = Number(paise(row));
  return side === -1 && amount !== 0 ? -amount : amount;
}

const positions: Record<FlowMeasure, Record<ChartLayout, string>> = {
  income: { columns: 'above the line', bars: 'right of the line' },
  expense: { columns: 'below the line', bars: 'left of the line' },
  net: { columns: 'line', bars: 'line' },
  pendingIncome: { columns: 'hatched', bars: 'hatched' },
  pendingExpense: { columns: 'hatched', bars: 'hatched' },
};

/** Pending amounts have the colour of the type that they will be counted under. */
const colors: Record<FlowMeasure, (theme: Theme) => string> = {
  income: ({ vars }) => vars.palette.primary.main,
  expense: ({ vars }) => vars.palette.accent.main,
  net: ({ vars }) => vars.palette.text.primary,
  pendingIncome: ({ vars }) => vars.palette.primary.main,
  pendingExpense: ({ vars }) => vars.palette.accent.main,
};

/** Income above or to the right of the axis, expenses below or to the left of it, pending amounts hatched. */
export function flowSeries(measures: readonly FlowMeasure[], layout: ChartLayout): Series<FlowRow>[] {
  return measures.map((measure) => {
    const { label, side, paise } = flowMeasures[measure];
    return {
      id: measure,
      label,
      value: (row) => drawnPaise(measure, row),
      format: (row) => formatMoney(paise(row)),
      color: colors[measure],
      hint: positions[measure][layout],
      hatched: measure === 'pendingIncome' || measure === 'pendingExpense',
      ...(side === undefined ? { kind: 'line' } : { stack: 'flow' }),
    };
  });
}
