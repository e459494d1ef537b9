import Devices from '@mui/icons-material/DevicesOutlined';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Session } from '@shifa/contract';
import type { ReactNode } from 'react';
import { RelativeTime } from '../ui/relative-time';

type SessionListProps = {
  sessions: readonly Session[];
  /** What can be done with one that is not the viewer's own at this moment. */
  actionFor: (session: Session) => ReactNode;
};

/** Places where someone is signed in: device, address and last use. */
export function SessionList({ sessions, actionFor }: SessionListProps) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {sessions.map((session) => (
        <Stack key={session._id} component="li" direction="row" sx={{ alignItems: 'center', gap: 3, py: 2 }}>
          <Devices sx={{ color: 'text.secondary' }} />
          <Box sx={{ minWidth: 0, mr: 'auto', overflowWrap: 'anywhere' }}>
            <Typography>{session.device}</Typography>
            <Typography variant="caption" color="textSecondary" className="tabular">
              {session.ipAddress} · <RelativeTime instant={session.lastSeenAt} />
            </Typography>
          </Box>
          {session.current ? (
            <Typography variant="body2" color="success">
              This device
            </Typography>
          ) : (
            actionFor(session)
          )}
        </Stack>
      ))}
    </Box>
  );
}
