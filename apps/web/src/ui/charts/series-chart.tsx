import Box from '@mui/material/Box';
import { type Theme, useTheme } from '@mui/material/styles';
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
import { useOnPhone } from '../use-on-phone';
import { chartHeight, type ChartLayout, type Series } from './series';

/** A series with its values and their texts, in the order of the labels. */
type DrawnSeries = Omit<Series<never>, 'value' | 'format'> & { data: (number | null)[]; texts: readonly string[] };

export type SeriesChartProps = {
  /** The accessible name. */
  title: string;
  /** Of the rows. */
  labels: readonly string[];
  series: readonly DrawnSeries[];
  layout: ChartLayout;
  /** A value on the axis. */
  formatTick: (value: number) => string;
};

/** Columns or bars, with lines above columns. */
export function SeriesChart({ title, labels, series, layout, formatTick }: SeriesChartProps) {
  const theme = useTheme();
  const onPhone = useOnPhone();
  const hatch = useId();
  const inColumns = layout === 'columns';
  const hatched = series.filter((one) => one.hatched);
  const tickLabelStyle = { fontSize: 12, fill: theme.vars.palette.text.secondary };
  const names = {
    tickLabelStyle,
    data: [...labels],
    scaleType: 'band',
    categoryGapRatio: inColumns ? 0.4 : 0.35,
    disableLine: true,
    disableTicks: true,
  } as const;
  const amounts = {
    tickLabelStyle,
    valueFormatter: (value: number) => formatTick(value),
    disableLine: true,
    disableTicks: true,
    tickNumber: onPhone || !inColumns ? 4 : 6,
  } as const;
  const drawn = series.map(({ id, label, data, texts, color, kind, stack }) => {
    const shared = {
      id,
      label,
      data,
      color: color(theme),
      valueFormatter: (_: number | null, { dataIndex }: { dataIndex: number }) => texts[dataIndex] ?? '',
    };
    if (kind === 'line') return { ...shared, type: 'line', curve: 'linear', showMark: true } as const;
    const stacked = stack === undefined ? {} : { stack };
    return { ...shared, ...stacked, type: 'bar', layout: inColumns ? 'vertical' : 'horizontal' } as const;
  });
  return (
    // The library labels an element without a role, which screen readers ignore. The table has the same values.
    <Box role="group" aria-label={title}>
      <ChartsContainer
        series={drawn}
        height={chartHeight(layout, labels.length)}
        margin={{ top: 8, right: inColumns ? 12 : 28, bottom: 0, left: 0 }}
        xAxis={[inColumns ? { ...names, height: 28 } : { ...amounts, height: 28 }]}
        yAxis={[inColumns ? { ...amounts, width: 64 } : { ...names, reverse: false, width: onPhone ? 112 : 176 }]}
        sx={chartStyle(
          hatch,
          hatched.map(({ id }) => id),
        )}
      >
        <defs>
          {hatched.map(({ id, color }) => (
            <pattern
              key={id}
              id={`${hatch}-${id}`}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <line y2="6" strokeWidth="4" style={{ stroke: color(theme) }} />
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

const chartStyle = (hatch: string, hatched: readonly string[]) => (theme: Theme) => ({
  fontVariantNumeric: 'tabular-nums',
  '& .MuiChartsGrid-line': { stroke: theme.vars.palette.divider },
  '& .MuiChartsReferenceLine-line': { stroke: theme.vars.palette.text.secondary },
  ...Object.fromEntries(
    hatched.map((id) => [
      `& [data-series="${id}"] .${barClasses.element}`,
      {
        fill: `url(#${CSS.escape(`${hatch}-${id}`)})`,
        stroke: theme.vars.palette.text.secondary,
        strokeWidth: 0.5,
      },
    ]),
  ),
});
