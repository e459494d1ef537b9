import type { Sums } from '@shifa/contract';

type InAndOut = Pick<Sums, 'incomePaise' | 'expensePaise'>;

/** What came in and went out of one month, category or other part of a whole. */
export type FlowRow = InAndOut & {
  key: string;
  label: string;
  pending?: InAndOut;
};

/** A figure that a row has; `side` says on which side of the line it is drawn, and no side that it is a line itself. */
type Figure = { label: string; paise: (row: FlowRow) => number; side: 1 | -1 | undefined };

/** In paise. Income stands above the line and expenses below it, so that the sign tells them apart, not the colour. */
export const flowFigures = {
  income: { label: 'Income', paise: (row) => row.incomePaise, side: 1 },
  expense: { label: 'Expenses', paise: (row) => row.expensePaise, side: -1 },
  net: { label: 'Net', paise: (row) => row.incomePaise - row.expensePaise, side: undefined },
  pendingIncome: { label: 'Pending income', paise: (row) => row.pending?.incomePaise ?? 0, side: 1 },
  pendingExpense: { label: 'Pending expenses', paise: (row) => row.pending?.expensePaise ?? 0, side: -1 },
} as const satisfies Record<string, Figure>;
export type FlowFigure = keyof typeof flowFigures;

/** What is drawn for a figure: an expense below the line. */
export function drawnPaise(figure: FlowFigure, row: FlowRow): number {
  const { paise, side } = flowFigures[figure];
  const amount = paise(row);
  return side === -1 && amount !== 0 ? -amount : amount;
}

/** Whether there is nothing to draw. */
export function isFlat(rows: readonly FlowRow[], figures: readonly FlowFigure[]): boolean {
  return rows.every((row) => figures.every((figure) => flowFigures[figure].paise(row) === 0));
}
