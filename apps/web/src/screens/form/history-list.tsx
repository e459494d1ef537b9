import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { AuditEntry } from '@shifa/contract';
import { useState } from 'react';
import type { Page } from '../../data/queries';
import { PersonAvatar } from '../../ui/person-avatar';
import { RelativeTime } from '../../ui/relative-time';
import { ChangeLines } from './change-lines';
import { describeChanges } from './describe-changes';
import type { DescribedField } from './described-field';

export type HistoryFormat = {
  fields: readonly DescribedField[];
  /** What was done, to stand after a name: `suspended the laboratory`. */
  describeAction: (entry: AuditEntry) => string;
  /** The zone that exact instants are shown in; the viewer's own without one. */
  timeZone?: string;
};

type HistoryListProps = HistoryFormat & {
  history: Page<AuditEntry>;
  page: number;
  onPage: (page: number) => void;
};

/** A page of writes, newest first, each with who, what and when. */
export function HistoryList({ history: { data: entries, pagination }, page, onPage, ...format }: HistoryListProps) {
  return (
    <>
      <Stack component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {entries.map((entry) => (
          <Entry key={entry._id} entry={entry} {...format} />
        ))}
      </Stack>
      {pagination.pages > 1 && (
        <Pagination
          count={pagination.pages}
          page={page}
          onChange={(_, next) => onPage(next)}
          sx={{ mt: 4, '& ul': { justifyContent: 'center' } }}
        />
      )}
    </>
  );
}

function Entry({ entry, fields, describeAction, timeZone }: HistoryFormat & { entry: AuditEntry }) {
  const who = entry.by?.name ?? 'The system';
  const changes = describeChanges(fields, entry.changes);
  const isFirst = entry.action.endsWith('.created');
  const [open, setOpen] = useState(!isFirst);
  return (
    <Stack component="li" direction="row" sx={entryStyle}>
      <PersonAvatar name={who} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          <strong>{who}</strong> {describeAction(entry)}{' '}
          <Typography component="span" variant="body2" color="textSecondary">
            <RelativeTime instant={entry.at} timeZone={timeZone} />
          </Typography>
        </Typography>
        {open && <ChangeLines changes={changes} />}
        {isFirst && changes.length > 0 && (
          <Button size="small" color="inherit" aria-expanded={open} onClick={() => setOpen(!open)} sx={{ ml: -2.5 }}>
            {open ? 'Hide what was entered' : 'Show what was entered'}
          </Button>
        )}
      </Box>
    </Stack>
  );
}

const entryStyle = {
  gap: 3,
  py: 4,
  borderTop: 1,
  borderColor: 'divider',
  '&:first-of-type': { borderTop: 0, pt: 0 },
  '&:last-of-type': { pb: 0 },
};
