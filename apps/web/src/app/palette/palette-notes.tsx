import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { plural } from '@shifa/contract';
import { MIN_LENGTH, type useFound } from './use-found';
import { joined } from '../../lib/format';

type PaletteNotesProps = {
  text: string;
  /** How many options there are. */
  count: number;
  /** What can be searched: `people`. */
  kinds: readonly string[];
  found: ReturnType<typeof useFound>;
};

/** Below the options: whether more is being searched, and what was not. */
export function PaletteNotes({ text, count, kinds, found: { searching, offline, failed, retry } }: PaletteNotesProps) {
  return (
    <>
      {failed.length > 0 && (
        <Stack role="alert" direction="row" sx={{ gap: 3, px: 4, py: 2, alignItems: 'center' }}>
          <Typography variant="body2" color="error" sx={{ flex: 1 }}>
            {`Couldn't search ${joined(failed.map(({ label }) => label.toLowerCase()))}.`}
          </Typography>
          <Button size="small" color="inherit" variant="outlined" onClick={retry}>
            Try again
          </Button>
        </Stack>
      )}
      <Typography role="status" variant="body2" color="textSecondary" sx={noteStyle}>
        {offline && text !== '' && "You're offline. Only data that is already loaded is searched. "}
        {statusOf({ text, count, kinds, searching, isComplete: failed.length === 0 })}
      </Typography>
    </>
  );
}

const noteStyle = { px: 4, py: 2, '&:empty': { display: 'none' }, overflowWrap: 'anywhere' } as const;

type Status = Pick<PaletteNotesProps, 'text' | 'count' | 'kinds'> & { searching: boolean; isComplete: boolean };

function statusOf({ text, count, kinds, searching, isComplete }: Status): string | undefined {
  if (text === '') return undefined;
  if (searching) return 'Searching …';
  if (count > 0) return plural(count, '1 result', `${count} results`);
  if (!isComplete) return undefined;
  const what = joined([...kinds, 'pages', 'actions']);
  if (text.length < MIN_LENGTH && kinds.length > 0) return `Type one more letter to search ${what}.`;
  return `No matches for “${text}”. Search ${what}.`;
}
