import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId, useState } from 'react';

type WhyProps = {
  /** The question, as the title: `Why 20 bottles?` */
  title: string;
  /** The rule and what it was applied to. */
  children: ReactNode;
};

/** Explains a computed value: “Why?” beside it opens the rule and the rows behind it. */
export function Why({ title, children }: WhyProps) {
  const id = useId();
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
      <Dialog open={open} onClose={() => setOpen(false)} maxWidth="sm" fullWidth aria-labelledby={id}>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent>{children}</DialogContent>
        <DialogActions>
          <Button variant="outlined" color="inherit" autoFocus onClick={() => setOpen(false)}>
            Close
          </Button>
        </DialogActions>
      </Dialog>
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
