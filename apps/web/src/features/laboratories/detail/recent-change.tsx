import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import type { Laboratory } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/banner';
import { RelativeTime } from '../../../components/relative-time';
import { useUser } from '../../../lib/use-session';
import { laboratoryQueries } from '../laboratory.queries';

type RecentChangeProps = { laboratory: Laboratory; onShow: () => void };

/** Tells who looks at a laboratory that someone else has just changed it; what is shown is already the new version. */
export function RecentChange({ laboratory, onShow }: RecentChangeProps) {
  const { _id } = useUser();
  const { data: change } = useQuery(laboratoryQueries.change(laboratory._id));
  const [seenVersion, setSeenVersion] = useState(laboratory.version);
  if (!change || change.version <= seenVersion || change.by?._id === _id) return null;
  const see = () => setSeenVersion(change.version);
  return (
    <Box sx={{ mb: 4 }}>
      <Banner tone="info">
        <strong>{change.by?.name ?? 'The system'}</strong> {change.status === 'archived' ? 'archived' : 'changed'} this
        laboratory <RelativeTime instant={change.at} />.{' '}
        <Button
          size="small"
          color="inherit"
          onClick={() => {
            see();
            onShow();
          }}
        >
          See what changed
        </Button>
        <Button size="small" color="inherit" onClick={see}>
          Dismiss
        </Button>
      </Banner>
    </Box>
  );
}
