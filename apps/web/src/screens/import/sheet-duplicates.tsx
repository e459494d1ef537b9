import Box from '@mui/material/Box';
import { plural, type SheetDuplicate } from '@shifa/contract';
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
  return (
    <Banner tone="warning">
      {plural(
        duplicates.length,
        '1 row may be a duplicate. If it is, remove it from the file and choose the file again. Otherwise, import it.',
        `${formatCount(duplicates.length)} rows may be duplicates. If they are, remove them from the file and choose the file again. Otherwise, import them.`,
      )}
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
