import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { EmptyDish } from '../drawings';
import { EmptyState } from './empty-state';
import { joined } from '../../lib/format';

type NoResultsProps = {
  /** What is listed: `laboratories`. */
  things: string;
  search?: string | undefined;
  /** Whether filters could hide something as well. */
  filtered?: boolean;
  onClear: () => void;
  /** The button that creates one. */
  create?: ReactNode;
};

/** A search and filters hide everything: offers to take them away, or to create what is missing. */
export function NoResults({ things, search, filtered = false, onClear, create }: NoResultsProps) {
  const narrowing = [...(search ? [`“${search}”`] : []), ...(filtered ? ['these filters'] : [])];
  return (
    <EmptyState
      drawing={<EmptyDish />}
      action={
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', justifyContent: 'center' }}>
          <Button variant="outlined" color="inherit" onClick={onClear}>
            Clear search and filters
          </Button>
          {create}
        </Stack>
      }
    >
      No {things} match {joined(narrowing)}
    </EmptyState>
  );
}
