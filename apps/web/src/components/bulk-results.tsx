import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { BulkResult } from '@shifa/contract';
import type { ReactNode } from 'react';

type BulkResultsProps = {
  results: readonly BulkResult[];
  /** What would change of one of them. */
  describe: (changes: BulkResult['changes']) => ReactNode;
};

/** What a bulk change does to each, or why it cannot; those who cannot be changed come first. */
export function BulkResults({ results, describe }: BulkResultsProps) {
  const ordered = results.toSorted((a, b) => Number(b.fault !== null) - Number(a.fault !== null));
  return (
    <Box component="ul" aria-label="What would change" sx={listStyle}>
      {ordered.map(({ _id, name, fault, changes }) => (
        <li key={_id}>
          <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
          {fault ? (
            <Typography variant="body2" color="error">
              {fault.message}
            </Typography>
          ) : changes.length === 0 ? (
            <Typography variant="body2" color="textSecondary">
              Stays as it is
            </Typography>
          ) : (
            describe(changes)
          )}
        </li>
      ))}
    </Box>
  );
}

const listStyle = {
  m: 0,
  p: 0,
  listStyle: 'none',
  maxHeight: 320,
  overflowY: 'auto',
  borderTop: 1,
  borderColor: 'divider',
  '& li': { py: 3, borderBottom: 1, borderColor: 'divider' },
};
