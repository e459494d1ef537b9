import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Spread } from '../../ui/spread';

type ReviewRowProps = {
  name: ReactNode;
  /** At the end of the first line. */
  figure?: ReactNode;
  /** Below, in small print. */
  children: ReactNode;
};

/** A document in the list beside the evidence. */
export function ReviewRow({ name, figure, children }: ReviewRowProps) {
  return (
    <>
      <Stack direction="row" sx={{ gap: 2, justifyContent: 'space-between' }}>
        <Typography noWrap sx={{ fontWeight: 500 }}>
          {name}
        </Typography>
        {figure !== undefined && (
          <Typography variant="body2" className="tabular" noWrap sx={{ flexShrink: 0 }}>
            {figure}
          </Typography>
        )}
      </Stack>
      <Typography variant="caption" component="div" color="textSecondary" className="tabular">
        {children}
      </Typography>
    </>
  );
}

type ReviewHeadProps = {
  name: ReactNode;
  /** What is decided on. */
  children?: ReactNode;
  note: ReactNode;
  /** The chip of the state, at the end. */
  status: ReactNode;
};

/** What is decided on, above the evidence and on cards. */
export function ReviewHead({ name, children, note, status }: ReviewHeadProps) {
  return (
    <Spread>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h3" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        {children && (
          <Typography component="div" className="tabular">
            {children}
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary" className="tabular">
          {note}
        </Typography>
      </Box>
      {status}
    </Spread>
  );
}
