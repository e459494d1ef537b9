import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';

export type Fact = {
  label: string;
  value: ReactNode;
  /** Takes a line of its own: a sentence rather than a word. */
  wide?: boolean;
};

const List = styled('dl')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 100%), 1fr))',
  gap: 16,
  margin: 0,
  '& [data-wide]': { gridColumn: '1 / -1' },
  '& dd': { margin: '2px 0 0', overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
});

const Term = styled('dt')(({ theme }) => ({ fontSize: '0.75rem', color: theme.vars.palette.text.secondary }));

/** Labelled values of one thing, in as many columns as there is room for. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <List>
      {facts.map(({ label, value, wide }) => (
        <div key={label} data-wide={wide}>
          <Term>{label}</Term>
          <dd>{value}</dd>
        </div>
      ))}
    </List>
  );
}

/** What no one entered is said, not left blank. */
export function orNotEntered({ value, ...fact }: Fact): Fact {
  return { ...fact, value: value || <NotEntered>Not set</NotEntered> };
}

const NotEntered = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary }));
