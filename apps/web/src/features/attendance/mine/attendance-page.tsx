import Stack from '@mui/material/Stack';
import { Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { inOrder } from '../../../ui/loading/in-order';
import { Skeleton } from '../../../ui/loading/skeleton';
import { PageHeader } from '../../../ui/page-header';
import { PermissionSection } from '../../../screens/actions/permission-section';
import { paths } from '../../../config/paths';
import { lazyPart } from '../../../ui/lazy-part';
import { usePermission } from '../../../data/use-session';
import { AttendanceTabs } from '../attendance-tabs';
import { ClockCard } from '../clock/clock-card';
import { WaitingPunches } from '../scan/waiting-punches';

/** Not needed for clocking in, which must not wait for it. */
const MyMonth = lazyPart(async () => (await import('./my-month')).MyMonth);

/** The person's own clock and month. */
export function AttendancePage() {
  const navigate = useNavigate();
  const showsDisplay = usePermission('attendance.create').allowed;
  return (
    <>
      <PageHeader
        title="Attendance Tracking"
        menu={showsDisplay ? [{ label: 'Wall displays', onSelect: () => void navigate(paths.wallDisplays) }] : []}
      />
      <AttendanceTabs />
      <Stack sx={{ gap: 6, ...inOrder }}>
        <PermissionSection permission="attendance.clock">
          <ClockCard />
          <WaitingPunches />
        </PermissionSection>
        <Suspense fallback={<Skeleton variant="rectangular" height={400} />}>
          <MyMonth />
        </Suspense>
      </Stack>
    </>
  );
}
