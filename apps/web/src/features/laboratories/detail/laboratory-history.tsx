import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Pagination from '@mui/material/Pagination';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { AuditEntry, Laboratory } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '../../../components/empty-state';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { PersonAvatar } from '../../../components/person-avatar';
import { RelativeTime } from '../../../components/relative-time';
import { SectionCard } from '../../../components/section-card';
import { laboratoryQueries } from '../laboratory.queries';
import { type DescribedChange, describeAction, describeChanges } from './describe-change';

type LaboratoryHistoryProps = { laboratory: Laboratory; page: number; onPage: (page: number) => void };

/** Who changed what and when, newest first. */
export function LaboratoryHistory({ laboratory, page, onPage }: LaboratoryHistoryProps) {
  const query = useQuery(laboratoryQueries.history(laboratory._id, page));
  if (!query.data) {
    return query.error ? (
      <ErrorState title="The history could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <Stack sx={{ gap: 4 }}>
        <Skeleton variant="rectangular" height={64} />
        <Skeleton silent variant="rectangular" height={64} />
        <Skeleton silent variant="rectangular" height={64} />
      </Stack>
    );
  }
  const { data: entries, pagination } = query.data;
  if (entries.length === 0) return <EmptyState>Nothing has been written down about this laboratory yet.</EmptyState>;
  return (
    <SectionCard title="History">
      <Stack component="ol" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {entries.map((entry) => (
          <Entry key={entry._id} entry={entry} timezone={laboratory.timezone} />
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
    </SectionCard>
  );
}

function Entry({ entry, timezone }: { entry: AuditEntry; timezone: string }) {
  const who = entry.by?.name ?? 'The system';
  const changes = describeChanges(entry.changes);
  const isFirst = entry.action === 'laboratory.created';
  const [open, setOpen] = useState(!isFirst);
  return (
    <Stack component="li" direction="row" sx={entryStyle}>
      <PersonAvatar name={who} />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          <strong>{who}</strong> {describeAction(entry)}{' '}
          <Typography component="span" variant="body2" color="textSecondary">
            <RelativeTime instant={entry.at} timeZone={timezone} />
          </Typography>
        </Typography>
        {open && (
          <Box component="dl" sx={changesStyle}>
            {changes.map((change) => (
              <ChangeLine key={change.label} change={change} />
            ))}
          </Box>
        )}
        {isFirst && changes.length > 0 && (
          <Button size="small" color="inherit" aria-expanded={open} onClick={() => setOpen(!open)} sx={{ ml: -2.5 }}>
            {open ? 'Hide what was entered' : 'Show what was entered'}
          </Button>
        )}
      </Box>
    </Stack>
  );
}

function ChangeLine({ change }: { change: DescribedChange }) {
  return (
    <div>
      <dt>{change.label}</dt>
      <dd>
        {change.kind === 'members' ? (
          <>
            {change.added.map((member) => (
              <div key={`+${member}`}>Added {member}</div>
            ))}
            {change.removed.map((member) => (
              <div key={`-${member}`}>Removed {member}</div>
            ))}
          </>
        ) : change.before === undefined ? (
          change.after
        ) : (
          <>
            <span className="before">{change.before}</span> <span aria-label="became">→</span>{' '}
            {change.after ?? 'nothing'}
          </>
        )}
      </dd>
    </div>
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

const changesStyle = {
  m: 0,
  mt: 2,
  display: 'grid',
  gap: 1,
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  overflowWrap: 'anywhere',
  '& > div': { display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '180px minmax(0, 1fr)' }, columnGap: 4 },
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, mb: { xs: 2, sm: 0 } },
  '& .before': { color: 'text.secondary', textDecoration: 'line-through' },
};
