import Box from '@mui/material/Box';
import { type Theme, useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { BarPlot, barClasses } from '@mui/x-charts/BarChart';
import { ChartsAxisHighlight } from '@mui/x-charts/ChartsAxisHighlight';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsReferenceLine } from '@mui/x-charts/ChartsReferenceLine';
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { LinePlot, MarkPlot } from '@mui/x-charts/LineChart';
import { useId } from 'react';
import { formatMoney, formatMoneyShort } from '../../../lib/format';
import { drawnPaise, flowColors, type FlowMeasure, flowMeasures, type FlowRow } from './flow';

export type FlowChartProps = {
  /** The accessible name. */
  title: string;
  rows: readonly FlowRow[];
  measures: readonly FlowMeasure[];
  /** Columns for periods of time, bars for anything else. */
  layout: 'columns' | 'bars';
};

/** Income above or to the right of the axis, expenses below or to the left of it, pending amounts hatched. */
export function FlowChart({ title, rows, measures, layout }: FlowChartProps) {
  const theme = useTheme();
  const onPhone = useMediaQuery(theme.breakpoints.down('sm'));
  const hatch = useId();
  const inColumns = layout === 'columns';
  const tickLabelStyle = { fontSize: 12, fill: theme.vars.palette.text.secondary };
  const names = {
    tickLabelStyle,
    data: rows.map(({ label }) => label),
    scaleType: 'band',
    categoryGapRatio: inColumns ? 0.4 : 0.35,
    disableLine: true,
    disableTicks: true,
  } as const;
  const amounts = {
    tickLabelStyle,
    valueFormatter: (paise: number) => formatMoneyShort(paise),
    disableLine: true,
    disableTicks: true,
    tickNumber: onPhone || !inColumns ? 4 : 6,
  } as const;
  const series = measures.map((measure) => {
    const { label, side, paise } = flowMeasures[measure];
    const shared = {
      id: measure,
      label,
      data: rows.map((row) => drawnPaise(measure, row)),
      color: flowColors(theme)[measure],
      valueFormatter: (_: number | null, { dataIndex }: { dataIndex: number }) => {
        const row = rows[dataIndex];
        return row ? formatMoney(paise(row)) : '';
      },
    };
    if (side === undefined) return { ...shared, type: 'line', curve: 'linear', showMark: true } as const;
    return { ...shared, type: 'bar', stack: 'flow', layout: inColumns ? 'vertical' : 'horizontal' } as const;
  });
  return (
    // The library labels an element without a role, which screen readers ignore. The table has the same values.
    <Box role="group" aria-label={title}>
      <ChartsContainer
        series={series}
        height={inColumns ? 320 : rows.length * 36 + 48}
        margin={{ top: 8, right: inColumns ? 12 : 28, bottom: 0, left: 0 }}
        xAxis={[inColumns ? { ...names, height: 28 } : { ...amounts, height: 28 }]}
        yAxis={[inColumns ? { ...amounts, width: 64 } : { ...names, reverse: false, width: onPhone ? 112 : 176 }]}
        sx={chartStyle(hatch)}
      >
        <defs>
          {(['pendingIncome', 'pendingExpense'] as const).map((measure) => (
            <pattern
              key={measure}
              id={`${hatch}-${measure}`}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <line y2="6" strokeWidth="4" style={{ stroke: flowColors(theme)[measure] }} />
            </pattern>
          ))}
        </defs>
        <ChartsGrid horizontal={inColumns} vertical={!inColumns} />
        <BarPlot borderRadius={2} />
        {inColumns ? <ChartsReferenceLine y={0} /> : <ChartsReferenceLine x={0} />}
        <LinePlot />
        <MarkPlot />
        <ChartsXAxis />
        <ChartsYAxis />
        <ChartsAxisHighlight {...(inColumns ? { x: 'band' } : { y: 'band' })} />
        <ChartsTooltip trigger="axis" />
      </ChartsContainer>
    </Box>
  );
}

const chartStyle = (hatch: string) => (theme: Theme) => ({
  fontVariantNumeric: 'tabular-nums',
  '& .MuiChartsGrid-line': { stroke: theme.vars.palette.divider },
  '& .MuiChartsReferenceLine-line': { stroke: theme.vars.palette.text.secondary },
  ...Object.fromEntries(
    ['pendingIncome', 'pendingExpense'].map((measure) => [
      `& [data-series="${measure}"] .${barClasses.element}`,
      {
        fill: `url(#${CSS.escape(`${hatch}-${measure}`)})`,
        stroke: theme.vars.palette.text.secondary,
        strokeWidth: 0.5,
      },
    ]),
  ),
});
