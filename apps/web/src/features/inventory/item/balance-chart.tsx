import Box from '@mui/material/Box';
import { type Theme, useTheme } from '@mui/material/styles';
import { ChartsAxisHighlight } from '@mui/x-charts/ChartsAxisHighlight';
import { ChartsContainer } from '@mui/x-charts/ChartsContainer';
import { ChartsGrid } from '@mui/x-charts/ChartsGrid';
import { ChartsTooltip } from '@mui/x-charts/ChartsTooltip';
import { ChartsXAxis } from '@mui/x-charts/ChartsXAxis';
import { ChartsYAxis } from '@mui/x-charts/ChartsYAxis';
import { LinePlot, lineClasses } from '@mui/x-charts/LineChart';
import { formatQuantity, type InventoryUnit, type Movement } from '@shifa/contract';
import { formatCount, formatDate, formatInstant } from '../../../lib/format';

/** The balance and the usable quantity after each movement, oldest first. The ledger below has the same values. */
export function BalanceChart({ movements, unit }: { movements: readonly Movement[]; unit: InventoryUnit }) {
  const theme = useTheme();
  const tickLabelStyle = { fontSize: 12, fill: theme.vars.palette.text.secondary };
  const series = (id: 'balanceAfter' | 'usableAfter', label: string, color: string) =>
    ({
      id,
      label,
      color,
      type: 'line',
      // Stock stays as it is until the next movement.
      curve: 'stepAfter',
      showMark: false,
      data: movements.map((movement) => movement[id]),
      valueFormatter: (quantity: number | null) => (quantity === null ? '' : formatQuantity(quantity, unit)),
    }) as const;
  return (
    // The library labels an element without a role, which screen readers ignore.
    <Box role="group" aria-label="Balance and usable quantity after each movement">
      <ChartsContainer
        height={220}
        margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
        series={[
          series('balanceAfter', 'Balance', theme.vars.palette.secondary.main),
          series('usableAfter', 'Usable', theme.vars.palette.primary.main),
        ]}
        xAxis={[
          {
            data: movements.map(({ at }) => new Date(at)),
            scaleType: 'time',
            height: 28,
            tickNumber: 5,
            tickLabelStyle,
            disableLine: true,
            disableTicks: true,
            valueFormatter: (at: Date, { location }) =>
              location === 'tick' ? formatDate(at.toISOString()) : formatInstant(at.toISOString()),
          },
        ]}
        yAxis={[
          {
            min: 0,
            width: 56,
            tickNumber: 4,
            tickMinStep: 1,
            tickLabelStyle,
            disableLine: true,
            disableTicks: true,
            valueFormatter: (quantity: number) => formatCount(quantity),
          },
        ]}
        sx={chartStyle}
      >
        <ChartsGrid horizontal />
        <LinePlot />
        <ChartsXAxis />
        <ChartsYAxis />
        <ChartsAxisHighlight x="line" />
        <ChartsTooltip trigger="axis" />
      </ChartsContainer>
    </Box>
  );
}

const chartStyle = (theme: Theme) => ({
  fontVariantNumeric: 'tabular-nums',
  '& .MuiChartsGrid-line': { stroke: theme.vars.palette.divider },
  // Told apart by more than the colour.
  [`& .${lineClasses.line}[data-series="balanceAfter"]`]: { strokeDasharray: '5 4' },
});
