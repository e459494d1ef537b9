import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

export type Figure = {
  label: string;
  figure: ReactNode;
  note?: ReactNode;
  /** The list that the figure counts. */
  to?: string;
  /** Twice as wide as the others, for amounts. */
  wide?: true;
  /** Whether something is wrong; the label says what. */
  tone?: 'error' | 'warning' | undefined;
};

/** A few figures side by side within a card, each with the way to what it counts. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <Box sx={{ containerType: 'inline-size' }}>
      <List className={lineClass(figures)}>
        {figures.map(({ label, figure, note, to, tone, wide }) => {
          const content = (
            <>
              <span className="label">{label}</span>
              <Box component="span" className="figure tabular" sx={{ color: tone && `${tone}.main` }}>
                {figure}
              </Box>
              {note !== undefined && <span className="note">{note}</span>}
            </>
          );
          return (
            <li key={label} className={wide && 'wide'}>
              {to === undefined ? (
                <div>{content}</div>
              ) : (
                <ButtonBase component={Link} to={to}>
                  {content}
                </ButtonBase>
              )}
            </li>
          );
        })}
      </List>
    </Box>
  );
}

/** How many share a line of a narrow card, so that none is left alone in the last one. */
function lineClass(figures: readonly Figure[]): string | undefined {
  const narrow = figures.filter(({ wide }) => !wide).length;
  if (narrow === 4) return 'in-twos';
  return narrow > 0 && narrow % 3 === 0 ? 'in-threes' : undefined;
}

const List = styled('ul')(({ theme }) => ({
  display: 'grid',
  // A wide card has six of them in a line, whose labels have room.
  gridTemplateColumns: 'repeat(auto-fill, minmax(max(108px, 100% / 7), 1fr))',
  gap: 4,
  listStyle: 'none',
  padding: 0,
  // The text of the figures is in line with the heading of the card.
  margin: '0 -12px -8px',
  '& .wide': { gridColumn: 'span 2' },
  '& li > *': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    justifyContent: 'flex-start',
    gap: 2,
    width: '100%',
    height: '100%',
    boxSizing: 'border-box',
    padding: '8px 12px',
    borderRadius: 8,
    textAlign: 'left',
  },
  '& a:hover': { backgroundColor: theme.vars.palette.action.hover },
  '& a.Mui-focusVisible': { outlineOffset: -2 },
  '& .label, & .note': { fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
  '& .note': { fontSize: '0.75rem' },
  '& .figure': { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.4, overflowWrap: 'anywhere' },
  '@container (max-width: 640px)': {
    '&.in-twos': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
    '&.in-threes': { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  },
  [theme.breakpoints.down('sm')]: { '&, &.in-threes': { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' } },
}));
