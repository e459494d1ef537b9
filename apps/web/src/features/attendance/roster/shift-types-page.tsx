import Add from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { IdSchema, MAX_PAGE_LIMIT, type ShiftType } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { paths } from '../../../config/paths';
import { useUrlState } from '../../../data/use-url-state';
import { formatHours, formatMinutes, formatPeople } from '../../../lib/format';
import { withQuery } from '../../../lib/with-query';
import { Actions } from '../../../screens/actions/actions';
import { ItemMenu } from '../../../screens/actions/item-actions';
import { PermissionButton } from '../../../screens/actions/permission-button';
import { BackLink } from '../../../screens/back-link';
import { LaboratorySelect, useLaboratoryInView, WithLaboratory } from '../../../screens/laboratory-in-view';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Skeleton } from '../../../ui/loading/skeleton';
import { PageHeader } from '../../../ui/page-header';
import { AttendanceTabs } from '../attendance-tabs';
import { shiftColourStyle } from './shift-colours';
import { shiftTypeActions, ShiftTypeForm } from './shift-type.actions';
import { shiftTypeResource } from './shift-type.resource';

const ShiftTypesState = z.object({ laboratoryId: IdSchema.optional() });

/** The shifts that a laboratory plans its roster with. */
export function ShiftTypesPage() {
  const [state, change] = useUrlState(ShiftTypesState);
  const view = useLaboratoryInView(state.laboratoryId, 'attendance.roster');
  const [creating, setCreating] = useState(false);
  const id = view.laboratory?._id;
  return (
    <>
      <PageHeader
        title="Shift types"
        back={<BackLink to={withQuery(paths.roster, { laboratoryId: id })}>Roster</BackLink>}
        action={
          <PermissionButton
            permission="attendance.roster"
            variant="contained"
            startIcon={<Add />}
            disabled={id === undefined}
            onClick={() => {
              // The form creates in the laboratory of the address.
              change({ laboratoryId: id });
              setCreating(true);
            }}
          >
            New shift type
          </PermissionButton>
        }
      />
      <AttendanceTabs />
      <Stack direction="row" sx={{ mb: 4 }}>
        <LaboratorySelect view={view} onChange={(laboratoryId) => change({ laboratoryId })} />
      </Stack>
      <WithLaboratory view={view} skeleton={<Skeleton variant="rectangular" height={320} />}>
        {id !== undefined && <ShiftTypeList laboratoryId={id} />}
      </WithLaboratory>
      {creating && <ShiftTypeForm onClose={() => setCreating(false)} />}
    </>
  );
}

function ShiftTypeList({ laboratoryId }: { laboratoryId: string }) {
  const query = useQuery(shiftTypeResource.page({ laboratoryId, limit: MAX_PAGE_LIMIT }));
  if (!query.data) return <NotLoaded query={query} what="the shift types" skeleton={320} />;
  const types = query.data.data;
  if (types.length === 0) {
    return (
      <EmptyState>
        No shift types yet. Create one for each shift of the day, such as morning and night, and plan the roster with
        them.
      </EmptyState>
    );
  }
  return (
    <Actions of={shiftTypeActions}>
      <List aria-label="Shift types">
        {types
          .toSorted((a, b) => a.status.localeCompare(b.status))
          .map((type) => (
            <ShiftTypeLine key={type._id} type={type} />
          ))}
      </List>
    </Actions>
  );
}

function ShiftTypeLine({ type }: { type: ShiftType }) {
  const needed = type.minimumStaff.some((people) => people > 0);
  const facts = [
    formatHours(type),
    `break ${formatMinutes(type.breakMinutes)}`,
    type.department,
    ...type.skills,
    needed && `needs ${describeNeed(type.minimumStaff)}`,
  ];
  return (
    <li>
      <Box component="span" className="code" data-colour={type.colour}>
        {type.code}
      </Box>
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 500 }}>
          {type.name} {type.status === 'archived' && <Chip size="small" label="Archived" />}
        </Typography>
        <Typography variant="body2" color="textSecondary" className="tabular">
          {facts.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <ItemMenu label={`Actions for ${type.name}`} item={type} />
    </li>
  );
}

/** `2 people`, or `1 to 3 people` where the days differ. */
function describeNeed(people: readonly number[]): string {
  const [least, most] = [Math.min(...people), Math.max(...people)];
  if (least === most) return formatPeople(most);
  return `${least} to ${most} people`;
}

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  ...shiftColourStyle(theme),
  '& li': {
    display: 'grid',
    gridTemplateColumns: '40px minmax(0, 1fr) auto',
    gap: 12,
    alignItems: 'center',
    padding: '10px 0',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
  },
  '& .code': { padding: '4px 0', textAlign: 'center', borderRadius: 6, fontWeight: 600, fontSize: '0.8125rem' },
}));
