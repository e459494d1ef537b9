import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../components/banner';
import { RelativeTime } from '../../../components/relative-time';
import { formatDay } from '../../../lib/format';
import { recentChange } from '../../../lib/queries';
import { useUser } from '../../../lib/use-session';
import { periodClose } from '../transaction.resource';

/** Explains to people with open screens why entries have left their queue: someone has just closed or reopened periods. */
export function PeriodCloseNotice() {
  const { _id, role } = useUser();
  const { data: close } = useQuery(periodClose);
  const { data: change } = useQuery(recentChange('period-lock', close?._id ?? ''));
  const [seen, setSeen] = useState(0);
  if (!change || !close || close.version < change.version) return null;
  if (change.version <= seen || change.by?._id === _id) return null;
  const { lockedThrough } = close;
  return (
    <Box sx={{ mb: 4 }} className="not-printed">
      <Banner
        tone="info"
        action={
          <Button size="small" color="inherit" onClick={() => setSeen(change.version)}>
            Dismiss
          </Button>
        }
      >
        <strong>{change.by?.name ?? 'The system'}</strong>{' '}
        {lockedThrough === null ? 'reopened the books' : `closed the books through ${formatDay(lockedThrough, 'long')}`}{' '}
        <RelativeTime instant={change.at} />.{' '}
        {lockedThrough !== null &&
          role !== 'super_admin' &&
          'Entries on or before that day have left your approvals: only a super admin can approve them.'}
      </Banner>
    </Box>
  );
}
