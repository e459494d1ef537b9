import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { AppDialog } from './app-dialog';

type WhyProps = {
  /** The question, as the title: `Why 20 bottles?` */
  title: string;
  /** The rule and what it was applied to. */
  children: ReactNode;
};

/** Explains a computed value: “Why?” beside it opens the rule and the rows behind it. */
export function Why({ title, children }: WhyProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        className="not-printed"
        aria-label={title}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        sx={{ minWidth: 0, minHeight: 24, px: 1.5, py: 0, fontSize: '0.75rem', verticalAlign: 'baseline' }}
      >
        Why?
      </Button>
      <AppDialog open={open} onClose={() => setOpen(false)} maxWidth="sm" title={title}>
        <div>{children}</div>
      </AppDialog>
    </>
  );
}

export type CalculationLine = {
  label: string;
  value: ReactNode;
  /** The result, below a line. */
  strong?: boolean;
};

/** A calculation, a value per line and the result last. */
export function Calculation({ lines }: { lines: readonly CalculationLine[] }) {
  return (
    <Box component="dl" className="tabular" sx={calculationStyle}>
      {lines.map(({ label, value, strong = false }) => (
        <Box key={label} sx={strong ? { fontWeight: 600, borderTop: 1, borderColor: 'divider' } : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Box>
      ))}
    </Box>
  );
}

const calculationStyle = {
  m: 0,
  '& > div': { display: 'flex', justifyContent: 'space-between', gap: 3, py: 1.5 },
  '& dd': { m: 0, whiteSpace: 'nowrap' },
};
