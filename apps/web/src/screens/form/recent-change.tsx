import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import { useState } from 'react';
import type { Change } from '../../data/queries';
import { useUser } from '../../data/use-session';
import { Banner } from '../../ui/feedback/banner';
import { RelativeTime } from '../../ui/relative-time';

type RecentChangeProps = {
  /** The version on the screen. */
  version: number;
  /** The last change that the socket reported. */
  change: Change | undefined;
  /** What was done, to stand after a name: `changed this laboratory`. */
  action: string;
  onShow: () => void;
};

/** Tells who looks at something that someone else has just changed it; what is shown is already the new version. */
export function RecentChange({ version, change, action, onShow }: RecentChangeProps) {
  const { _id } = useUser();
  const [seenVersion, setSeenVersion] = useState(version);
  if (!change || change.version <= seenVersion || change.by?._id === _id) return null;
  const see = () => setSeenVersion(change.version);
  return (
    <Box sx={{ mb: 4 }}>
      <Banner tone="info">
        <strong>{change.by?.name ?? 'The system'}</strong> {action} <RelativeTime instant={change.at} />.{' '}
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
