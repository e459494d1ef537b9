import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { BusinessDaySchema, IdSchema, ROSTER_PAGE_PEOPLE } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useReducer, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { usePermission, useUser } from '../../../data/use-session';
import { useUrlState } from '../../../data/use-url-state';
import { monthsAsOf, type Period } from '../../../lib/calendar';
import { LaboratorySelect, useLaboratoryInView, WithLaboratory } from '../../../screens/laboratory-in-view';
import { leavePage } from '../../../lib/leave-page';
import { withQuery } from '../../../lib/with-query';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Skeleton } from '../../../ui/loading/skeleton';
import { PageHeader } from '../../../ui/page-header';
import { useRoomBeside } from '../../../ui/use-on-phone';
import { PageTurner } from '../../../screens/list/page-turner';
import { AttendanceTabs } from '../attendance-tabs';
import { OfferShiftDialog } from '../swaps/offer-shift-dialog';
import { OwnRoster } from './own-roster';
import { PeriodStepper } from './period-stepper';
import { RosterBoardView } from './roster-board';
import { RosterDay } from './roster-day';
import { emptyPlan, planReducer } from './roster-plan';
import { SaveState } from './save-state';
import { useRosterSave } from './use-roster-save';
import { weekOf } from './weeks';

const RosterState = z.object({
  laboratoryId: IdSchema.optional(),
  /** A day of the week or month that is shown. */
  day: BusinessDaySchema.optional(),
  span: z.enum(['week', 'month']).optional(),
  /** The viewer's own days. */
  mine: z.literal('true').optional(),
  page: z.coerce.number<string>().int().min(1).optional(),
});

/** The roster of a laboratory as a board; on a phone, a day of it. People who see only themselves get their own days. */
export function RosterPage() {
  const seesOthers = usePermission('attendance.view').scope !== 'own';
  const [{ mine }] = useUrlState(RosterState);
  return seesOthers && !mine ? <LaboratoryRoster /> : <MyRosterPage />;
}

/** As high as a finger. It isn't a `BackLink`, which would lead to the page as it was seen last: to this one. */
const backStyle = { display: 'inline-flex', alignItems: 'center', minHeight: { xs: 44, sm: 0 } };

function MyRosterPage() {
  const seesOthers = usePermission('attendance.view').scope !== 'own';
  return (
    <>
      <PageHeader
        title="Attendance Tracking"
        documentTitle="My roster"
        back={
          seesOthers && (
            <MuiLink component={Link} to={paths.roster} variant="body2" sx={backStyle}>
              Roster of the laboratory
            </MuiLink>
          )
        }
      />
      <AttendanceTabs />
      <OwnRoster />
    </>
  );
}

function LaboratoryRoster() {
  const [state, change] = useUrlState(RosterState);
  const view = useLaboratoryInView(state.laboratoryId, 'attendance.view');
  const plans = usePermission('attendance.roster').allowed;
  const hasRoster = useUser().laboratoryId !== null;
  const navigate = useNavigate();
  const [offering, setOffering] = useState(false);
  const hasRoom = useRoomBeside();
  const { laboratory, today } = view;
  const span = hasRoom ? (state.span ?? 'week') : 'day';
  const day = state.day ?? today;
  const shown = periodOf(span, day);
  const leaveFor = (address: string) => leavePage(() => void navigate(address));
  return (
    <>
      <PageHeader
        title="Attendance Tracking"
        documentTitle="Roster"
        menu={[
          ...(hasRoster
            ? [{ label: 'My roster', onSelect: () => leaveFor(withQuery(paths.roster, { mine: 'true' })) }]
            : []),
          ...(plans
            ? [
                { label: 'Offer open shift', onSelect: () => setOffering(true) },
                {
                  label: 'Shift types',
                  onSelect: () => leaveFor(withQuery(paths.shiftTypes, { laboratoryId: laboratory?._id })),
                },
              ]
            : []),
        ]}
      />
      <AttendanceTabs />
      <Stack direction="row" useFlexGap sx={{ gap: 3, flexWrap: 'wrap', alignItems: 'center', mb: 3 }}>
        <PeriodStepper span={span} day={day} today={today} onChange={(next) => change({ day: next })} />
        {hasRoom && (
          <ToggleButtonGroup
            size="small"
            exclusive
            value={span}
            aria-label="Days shown"
            onChange={(_, next: 'week' | 'month' | null) =>
              next && change({ span: next === 'week' ? undefined : next })
            }
          >
            <ToggleButton value="week">Week</ToggleButton>
            <ToggleButton value="month">Month</ToggleButton>
          </ToggleButtonGroup>
        )}
        <LaboratorySelect view={view} onChange={(laboratoryId) => leavePage(() => change({ laboratoryId }))} />
      </Stack>
      <WithLaboratory view={view} skeleton={<Skeleton variant="rectangular" height={480} />}>
        {laboratory && (
          <Board
            key={laboratory._id}
            laboratoryId={laboratory._id}
            period={shown}
            day={hasRoom ? undefined : day}
            page={state.page}
            onPage={(page) => change({ page })}
            offering={offering}
            onOffered={() => setOffering(false)}
          />
        )}
      </WithLaboratory>
    </>
  );
}

type BoardProps = {
  laboratoryId: string;
  period: Period;
  /** The only one of them that there is room for. */
  day: string | undefined;
  page?: number | undefined;
  onPage: (page: number) => void;
  offering: boolean;
  onOffered: () => void;
};

/** The plan outlives the boards: it goes on where the board of another week can't be loaded. */
function Board({ laboratoryId, period, day, page = 1, onPage, offering, onOffered }: BoardProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...queryOf(api.rosters.board, { query: { laboratoryId, ...period, page } }),
    placeholderData: keepPreviousData,
  });
  const [plan, dispatch] = useReducer(planReducer, emptyPlan);
  const saving = useRosterSave({ laboratoryId, plan, dispatch });
  return (
    <Stack sx={{ gap: 4 }}>
      <SaveState saving={saving} board={data} />
      {!data && <NotLoaded query={{ error, refetch }} what="the roster" skeleton={480} />}
      {data && (
        // What is still shown of other days must not be planned by mistake.
        <Stack
          inert={isPlaceholderData}
          aria-busy={isPlaceholderData}
          sx={{ gap: 4, opacity: isPlaceholderData ? 0.6 : 1 }}
        >
          {day === undefined ? (
            <RosterBoardView board={data} plan={plan} dispatch={dispatch} />
          ) : (
            <RosterDay board={data} day={day} plan={plan} dispatch={dispatch} />
          )}
          {offering && data.canPlan && <OfferShiftDialog board={data} day={day ?? data.from} onClose={onOffered} />}
          {data.pages > 1 && (
            <PageTurner
              pagination={{ page: data.page, pages: data.pages, total: data.total, limit: ROSTER_PAGE_PEOPLE }}
              things={{ one: 'person', many: 'people' }}
              onPage={onPage}
            />
          )}
        </Stack>
      )}
    </Stack>
  );
}

/** On a phone, the days of a week are looked at one by one, and published together, with one message to each person. */
function periodOf(span: 'day' | 'week' | 'month', day: string): Period {
  return span === 'month' ? monthsAsOf.thisMonth(day) : weekOf(day);
}
