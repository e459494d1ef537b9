import Stack from '@mui/material/Stack';
import { IdSchema } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Skeleton } from '../../../ui/loading/skeleton';
import { PageHeader } from '../../../ui/page-header';
import { laboratoryDetail } from '../../../data/laboratory-detail';
import { usePermission } from '../../../data/use-session';
import { useUrlState } from '../../../data/use-url-state';
import { AttendanceTabs } from '../attendance-tabs';
import { LaboratoryHolidays } from './laboratory-holidays';
import { LaboratoryWeek } from './laboratory-week';
import { PeopleByShift } from './people-by-shift';
import { LaboratorySelect, useLaboratoryInView, WithLaboratory } from '../../../screens/laboratory-in-view';

const ShiftsState = z.object({ laboratoryId: IdSchema.optional() });

/** When the people of a laboratory work: its week, its holidays, and the shift of each person. */
export function ShiftsPage() {
  const [state, change] = useUrlState(ShiftsState);
  const view = useLaboratoryInView(state.laboratoryId, 'attendance.view');
  const id = view.laboratory?._id;
  const query = useQuery({ ...laboratoryDetail(id ?? ''), enabled: id !== undefined });
  const seesStaff = usePermission('staff.view').allowed;
  return (
    <>
      <PageHeader title="Attendance Tracking" documentTitle="Shifts and holidays" />
      <AttendanceTabs />
      <Stack direction="row" sx={{ mb: 4 }}>
        <LaboratorySelect view={view} onChange={(laboratoryId) => change({ laboratoryId })} />
      </Stack>
      <WithLaboratory view={view} skeleton={<Skeleton variant="rectangular" height={320} />}>
        {query.data ? (
          <Stack sx={{ gap: 4 }}>
            <LaboratoryWeek laboratory={query.data} />
            <LaboratoryHolidays laboratory={query.data} />
            {seesStaff && <PeopleByShift key={query.data._id} laboratory={query.data} />}
          </Stack>
        ) : (
          <NotLoaded query={query} what="the laboratory" skeleton={320} />
        )}
      </WithLaboratory>
    </>
  );
}
