import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import DriveFileMove from '@mui/icons-material/DriveFileMoveOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Backup } from '@shifa/contract';
import { useState } from 'react';
import { Spread } from '../../ui/spread';
import { StatusChip } from '../../ui/status-chip';
import { formatInstant } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { ageText, detailsOf } from './backup.messages';

const SHOWN = 10;

/** Newest first; the older ones on request. */
export function BackupList({ backups }: { backups: readonly Backup[] }) {
  const [all, setAll] = useState(false);
  const now = useNow(30_000);
  const shown = all ? backups : backups.slice(0, SHOWN);
  return (
    <>
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {shown.map((backup) => (
          <Item key={backup.name} backup={backup} now={now} />
        ))}
      </Box>
      {shown.length < backups.length && (
        <Button variant="outlined" color="inherit" sx={{ mt: 4 }} onClick={() => setAll(true)}>
          Show all {backups.length}
        </Button>
      )}
    </>
  );
}

function Item({ backup, now }: { backup: Backup; now: Date }) {
  const { name, startedAt, result, error } = backup;
  return (
    <Stack
      component="li"
      sx={{
        gap: 1,
        py: 3,
        '&:first-of-type': { pt: 0 },
        '&:last-of-type': { pb: 0 },
        '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      <Spread>
        <Typography variant="subtitle2" component="h3">
          <time dateTime={startedAt}>{formatInstant(startedAt)}</time>
        </Typography>
        <Result backup={backup} />
      </Spread>
      <Typography variant="body2" color="textSecondary" className="tabular">
        {result === 'ok' ? `${ageText(startedAt, now)} · ${detailsOf(backup)}` : detailsOf(backup)}
      </Typography>
      {error === null ? (
        <Typography component="code" variant="caption" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
      ) : (
        <Typography variant="body2" sx={{ maxWidth: '72ch', overflowWrap: 'anywhere' }}>
          {error}
        </Typography>
      )}
    </Stack>
  );
}

function Result({ backup: { result, isStored } }: { backup: Backup }) {
  if (result === 'failed') return <StatusChip tone="error" icon={<ErrorOutline />} label="Failed" />;
  if (!isStored) return <StatusChip tone="neutral" icon={<DriveFileMove />} label="Moved or removed" />;
  return <StatusChip tone="success" icon={<CheckCircle />} label="Complete" />;
}
