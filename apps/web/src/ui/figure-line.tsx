import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import type { Figure } from './figures';
import { Skeleton } from './loading/skeleton';

type FigureLineProps = {
  /** Names the figures for screen readers. */
  label: string;
  /** Without them, they are being loaded. */
  figures: readonly Omit<Figure, 'wide' | 'tone'>[] | undefined;
};

/** The figures above a list in one line, each with a link to the list that it counts. A narrow screen scrolls them. */
export function FigureLine({ label, figures }: FigureLineProps) {
  if (!figures) {
    return (
      <Line as="div" role="status" aria-label="Loading figures">
        <div className="loading">
          <Skeleton silent />
        </div>
      </Line>
    );
  }
  return (
    <Line aria-label={label} className="not-printed">
      {figures.map(({ label: name, figure, note, to }) => (
        <li key={name}>
          <ButtonBase
            component={to === undefined ? 'span' : Link}
            {...(to !== undefined && { to })}
            title={typeof note === 'string' ? note : undefined}
            className="figure"
          >
            {name} <strong className="tabular">{figure}</strong>
            {note !== undefined && <span className="note"> {note}</span>}
          </ButtonBase>
        </li>
      ))}
    </Line>
  );
}

const Line = styled('ul')(({ theme }) => ({
  display: 'flex',
  boxSizing: 'border-box',
  height: 36,
  // A finger needs more.
  '@media (pointer: coarse)': { height: 46 },
  margin: 0,
  marginBottom: theme.spacing(3),
  padding: 0,
  listStyle: 'none',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  borderRadius: 8,
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  '& .loading': { flex: 1, alignSelf: 'center', padding: '0 12px' },
  '& li': { flex: '1 0 auto' },
  '& li + li': { borderLeft: `1px solid ${theme.vars.palette.divider}` },
  '& .figure': {
    width: '100%',
    height: '100%',
    justifyContent: 'flex-start',
    gap: 6,
    padding: '0 12px',
    fontSize: '0.8125rem',
    whiteSpace: 'nowrap',
    color: theme.vars.palette.text.secondary,
  },
  '& a.figure:hover': { backgroundColor: theme.vars.palette.action.hover },
  '& .figure:focus-visible': { outlineOffset: -2 },
  // Shown before its label, and read after it.
  '& strong': { order: -1, fontSize: '0.9375rem', fontWeight: 600, color: theme.vars.palette.text.primary },
  // Where there is room; a link says the rest.
  '& .note': { fontSize: '0.75rem', [theme.breakpoints.down('xl')]: { display: 'none' } },
}));
