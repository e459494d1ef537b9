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
  const lines = results.map(({ _id, name, fault, changes }) => ({
    _id,
    name,
    fault: fault?.message,
    outcome: changes.length === 0 ? <StaysAsItIs /> : describe(changes),
  }));
  return <ResultLines label="What would change" lines={lines} />;
}

type ResultLine = {
  _id: string;
  /** What a person calls it. */
  name: string;
  /** Why nothing can be, or was, done. */
  fault?: string;
  /** Stands where there is no fault. */
  outcome?: ReactNode;
};

/** What came of each of many, the faults first. */
export function ResultLines({ label, lines }: { label: string; lines: readonly ResultLine[] }) {
  const ordered = lines.toSorted((a, b) => Number(b.fault !== undefined) - Number(a.fault !== undefined));
  return (
    <Box component="ul" aria-label={label} sx={listStyle}>
      {ordered.map(({ _id, name, fault, outcome }) => (
        <li key={_id}>
          <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
          {fault === undefined ? (
            outcome
          ) : (
            <Typography variant="body2" color="error">
              {fault}
            </Typography>
          )}
        </li>
      ))}
    </Box>
  );
}

function StaysAsItIs() {
  return (
    <Typography variant="body2" color="textSecondary">
      Unchanged
    </Typography>
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
