import type { Theme } from '@mui/material/styles';
import type { Sums, TotalPaise } from '@shifa/contract';

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

/** Whether there is nothing to draw. */
export function isFlat(rows: readonly FlowRow[], measures: readonly FlowMeasure[]): boolean {
  return rows.every((row) => measures.every((measure) => Number(flowMeasures[measure].paise(row)) === 0));
}

/** Pending amounts have the colour of the type that they will be counted under. */
export function flowColors({ vars }: Theme): Record<FlowMeasure, string> {
  const income = vars.palette.primary.main;
  const expense = vars.palette.accent.main;
  return { income, expense, net: vars.palette.text.primary, pendingIncome: income, pendingExpense: expense };
}
