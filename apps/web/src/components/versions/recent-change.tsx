import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { useUser } from '../../lib/use-session';
import { Banner } from '../banner';
import { RelativeTime } from '../relative-time';
import type { Change } from './use-versioned-form';

type RecentChangeProps = {
  /** The version on the screen. */
  version: number;
  /** The last change that the socket told of. */
  change: Change | undefined;
  /** What was done, to stand after a name: `changed this laboratory`. */
  deed: string;
  onShow: () => void;
};

/** Tells who looks at something that someone else has just changed it; what is shown is already the new version. */
export function RecentChange({ version, change, deed, onShow }: RecentChangeProps) {
  const { _id } = useUser();
  const [seenVersion, setSeenVersion] = useState(version);
  if (!change || change.version <= seenVersion || change.by?._id === _id) return null;
  const see = () => setSeenVersion(change.version);
  return (
    <Box sx={{ mb: 4 }}>
      <Banner tone="info">
        <strong>{change.by?.name ?? 'The system'}</strong> {deed} <RelativeTime instant={change.at} />.{' '}
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
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
        </Box>
      </Banner>
    </Box>
  );
}
