import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Banner } from '../../../ui/feedback/banner';
import { RelativeTime } from '../../../ui/relative-time';
import { formatDay } from '../../../lib/format';
import { recentChange } from '../../../data/queries';
import { useUser } from '../../../data/use-session';
import { periodClose } from '../transaction.resource';
import { type Closed, closedOf } from './closed-of';

/** Explains to people with open screens why entries have left their queue: someone has just closed or reopened periods. */
export function PeriodCloseNotice() {
  const { laboratoryId } = useUser();
  const { data: close } = useQuery(periodClose);
  if (!close) return null;
  const own = laboratoryId && closedOf(close, laboratoryId._id);
  return (
    <>
      <Notice closed={close} whose="the books" />
      {own && <Notice closed={own} whose="the books of this laboratory" />}
    </>
  );
}

function Notice({ closed, whose }: { closed: Closed; whose: string }) {
  const { _id, role } = useUser();
  const { data: change } = useQuery(recentChange('period-lock', closed._id));
  const [seen, setSeen] = useState(0);
  if (!change || closed.version < change.version) return null;
  if (change.version <= seen || change.by?._id === _id) return null;
  const { lockedThrough } = closed;
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
        {lockedThrough === null ? `reopened ${whose}` : `closed ${whose} through ${formatDay(lockedThrough, 'long')}`}{' '}
        <RelativeTime instant={change.at} />.{' '}
        {lockedThrough !== null &&
          role !== 'super_admin' &&
          'Only a super admin can approve entries on or before that day. They are no longer in your approvals.'}
      </Banner>
    </Box>
  );
}
