import { styled } from '@mui/material/styles';

/** What each step of a sign-in stands in. */
export const Screen = styled('main')(({ theme }) => ({
  minHeight: '100dvh',
  boxSizing: 'border-box',
  display: 'grid',
  gridTemplateRows: '1fr auto 1.25fr auto',
  justifyItems: 'center',
  padding: 16,
  '& footer': { gridRow: 4, color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
}));

/** The middle of the {@link Screen}: logo, title, what is asked for. */
export const Panel = styled('section')(({ theme }) => ({
  gridRow: 2,
  boxSizing: 'border-box',
  width: '100%',
  maxWidth: 400,
  '& h1': { margin: '16px 0 4px', fontSize: '1.5rem', lineHeight: 1.3, fontWeight: 600, letterSpacing: '-0.015em' },
  '& p': { margin: '0 0 24px', color: theme.vars.palette.text.secondary },
  [theme.breakpoints.up('sm')]: {
    padding: 32,
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 16,
    backgroundColor: theme.vars.palette.background.paper,
  },
}));
