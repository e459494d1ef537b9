import Box from '@mui/material/Box';
import { styled, type Theme, useTheme } from '@mui/material/styles';
import { type FlowFigure, flowFigures } from './flow';

/** Two colours and the text's own for the line; what is pending has the colour of what it may become. */
export function flowColors({ vars }: Theme): Record<FlowFigure, string> {
  const income = vars.palette.primary.main;
  const expense = vars.palette.accent.main;
  return { income, expense, net: vars.palette.text.primary, pendingIncome: income, pendingExpense: expense };
}

const inWords: Record<FlowFigure, Record<'columns' | 'bars', string>> = {
  income: { columns: 'above the line', bars: 'right of the line' },
  expense: { columns: 'below the line', bars: 'left of the line' },
  net: { columns: 'line', bars: 'line' },
  pendingIncome: { columns: 'hatched', bars: 'hatched' },
  pendingExpense: { columns: 'hatched', bars: 'hatched' },
};

type FlowLegendProps = { figures: readonly FlowFigure[]; layout: 'columns' | 'bars' };

/** What is what in a chart, by place and pattern as well as by colour. */
export function FlowLegend({ figures, layout }: FlowLegendProps) {
  const colors = flowColors(useTheme());
  return (
    <Box component="ul" sx={listStyle}>
      {figures.map((figure) => (
        <li key={figure}>
          <Swatch figure={figure} color={colors[figure]} />
          {flowFigures[figure].label}
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {inWords[figure][layout]}
          </Box>
        </li>
      ))}
    </Box>
  );
}

const Swatch = styled('span')<{ figure: FlowFigure; color: string }>(({ figure, color }) => {
  const hatched = figure === 'pendingIncome' || figure === 'pendingExpense';
  const stripes = `repeating-linear-gradient(45deg, ${color} 0 2px, transparent 2px 4px)`;
  return {
    flexShrink: 0,
    width: 14,
    height: figure === 'net' ? 2 : 12,
    borderRadius: 2,
    background: hatched ? stripes : color,
    outline: hatched ? `1px solid ${color}` : undefined,
  };
});

const listStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 4,
  rowGap: 1,
  listStyle: 'none',
  m: 0,
  mb: 3,
  p: 0,
  fontSize: '0.75rem',
  '& li': { display: 'inline-flex', alignItems: 'center', gap: 1.5 },
};
