import Box from '@mui/material/Box';
import type { SheetDuplicate } from '@shifa/contract';
import { formatCount } from '../../lib/format';
import { Banner } from '../../ui/feedback/banner';

type SheetDuplicatesProps = {
  duplicates: readonly SheetDuplicate[];
  /** What the row and its duplicate have in common: `date, amount, party and reference`. */
  matching: string;
};

/** The rows that look like duplicates: a warning, because two real records can be alike. */
export function SheetDuplicates({ duplicates, matching }: SheetDuplicatesProps) {
  if (duplicates.length === 0) return null;
  const one = duplicates.length === 1;
  return (
    <Banner tone="warning">
      {one ? '1 row may be a duplicate' : `${formatCount(duplicates.length)} rows may be duplicates`}. If{' '}
      {one ? 'it is' : 'they are'}, remove {one ? 'it' : 'them'} from the file and choose it again; otherwise import{' '}
      {one ? 'it' : 'them'} with the others.
      <Box component="ul" aria-label="Possible duplicates" tabIndex={0} sx={listStyle}>
        {duplicates.map(({ row, label, of }) => (
          <li key={row}>
            Row {formatCount(row)} has the same {matching} as {of}
            {label && <Box sx={{ color: 'text.secondary' }}>{label}</Box>}
          </li>
        ))}
      </Box>
    </Banner>
  );
}

const listStyle = { m: 0, mt: 2, pl: 4, maxHeight: 200, overflowY: 'auto', color: 'text.primary', '& li': { mb: 1 } };
