import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { formatMoney } from '../../../lib/format';
import { type FlowFigure, flowFigures, type FlowRow } from './flow';

type FlowTableProps = {
  title: string;
  /** Heads the names of the rows: `Month`. */
  head: string;
  rows: readonly FlowRow[];
  figures: readonly FlowFigure[];
};

/** The figures of a chart, to the paisa. */
export function FlowTable({ title, head, rows, figures }: FlowTableProps) {
  return (
    <FigureTable title={title}>
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            {figures.map((figure) => (
              <th key={figure} scope="col">
                {flowFigures[figure].label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              {figures.map((figure) => (
                <td key={figure}>{formatMoney(flowFigures[figure].paise(row))}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </FigureTable>
  );
}

/** A table of figures: names left, figures right. Where the window is narrow it scrolls by itself, by keyboard too. */
export function FigureTable({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Scroller role="group" aria-label={title} tabIndex={0}>
      {children}
    </Scroller>
  );
}

const Scroller = styled('div')(({ theme }) => ({
  overflowX: 'auto',
  '& table': {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
  },
  '& caption': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  '& th, & td': {
    padding: '10px 12px',
    textAlign: 'right',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& th:first-of-type': {
    position: 'sticky',
    left: 0,
    textAlign: 'left',
    paddingLeft: 0,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& thead th': { fontWeight: 500, color: theme.vars.palette.text.secondary },
  '& tbody th': { fontWeight: 400 },
  '& tfoot th, & tfoot td': { fontWeight: 600, borderBottom: 0 },
  '& td:last-child, & th:last-child': { paddingRight: 0 },
  '@media print': {
    overflow: 'visible',
    '& table': { fontSize: '9pt' },
    '& th, & td': { padding: '3pt 6pt', borderColor: '#bbb' },
    '& thead': { display: 'table-header-group' },
    '& tr': { breakInside: 'avoid' },
  },
}));
