import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format';
import type { SelectAll } from './use-selection';

type SelectionBarProps = {
  count: number;
  /** What is chosen, where a plain count does not say it. */
  label?: ReactNode;
  onClear: () => void;
  /** Selects the rows of the other pages too. */
  all?: SelectAll | undefined;
  /** What can be done with all of them. */
  children: ReactNode;
};

/**
 * How many rows are chosen and what can be done with them. It stands after the rows and stays in sight above the end
 * of the window, so that its coming and going moves no row.
 */
export function SelectionBar({ count, label, onClear, all, children }: SelectionBarProps) {
  if (count === 0) return null;
  return (
    <Stack direction="row" useFlexGap role="region" aria-label="Selection" sx={barStyle}>
      <Typography component="div" className="tabular" role="status" sx={{ fontWeight: 500, mr: 2 }}>
        {all?.loading?.text ?? label ?? `${formatCount(count)} selected`}
      </Typography>
      {all && (
        <Button color="primary" size="small" onClick={all.loading?.stop ?? all.start}>
          {all.loading ? 'Stop' : all.label}
        </Button>
      )}
      {children}
      <Button color="inherit" size="small" onClick={onClear} sx={{ ml: 'auto' }}>
        Clear selection
      </Button>
    </Stack>
  );
}

const barStyle = (theme: Theme) => ({
  position: 'sticky',
  bottom: 16,
  // Above the heads of a table, which stay in sight too.
  zIndex: 4,
  gap: 2,
  flexWrap: 'wrap',
  alignItems: 'center',
  mt: 3,
  px: 4,
  py: 2,
  borderRadius: '12px',
  border: `1px solid ${theme.vars.palette.primary.main}`,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: '0 6px 20px rgb(8 24 28 / 0.24)',
  // Within the thumb's reach, above the bottom bar.
  [theme.breakpoints.down('sm')]: {
    bottom: 'calc(var(--bottom-bar, 0px) + 8px + env(safe-area-inset-bottom))',
    mx: -2,
  },
});
