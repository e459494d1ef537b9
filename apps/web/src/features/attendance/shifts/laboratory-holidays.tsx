import Add from '@mui/icons-material/PlaylistAddOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { zodResolver } from '@hookform/resolvers/zod';
import { type Laboratory, LaboratorySchema, UpdateLaboratoryBody, plural } from '@shifa/contract';
import { type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { FormHolidays } from '../../../screens/form/form-holidays';
import { ActionButton } from '../../../screens/actions/permission-button';
import { SectionCard } from '../../../ui/section-card';
import { describedField } from '../../../screens/form/described-field';
import { VersionedForm } from '../../../screens/form/versioned-form';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatDay, formatWeekday } from '../../../lib/format';
import { laboratoryDetail } from '../../../data/laboratory-detail';
import { invalidate } from '../../../data/live';
import { type Change, keyOfAll, recentChange, send } from '../../../data/queries';
import { usePermission } from '../../../data/use-session';
import { AddHolidaysDialog } from './add-holidays-dialog';
import { useToday } from '../../../lib/use-now';

type LaboratoryProps = { laboratory: Laboratory };

/** The holidays ahead, and the way to change all of them. */
export function LaboratoryHolidays({ laboratory }: LaboratoryProps) {
  const [editing, setEditing] = useState(false);
  const [adding, setAdding] = useState(false);
  const seesOthers = usePermission('laboratories.view').scope === 'all';
  const { holidays, timezone, actions } = laboratory;
  const today = useToday(timezone);
  const ahead = holidays.filter(({ date }) => date >= today);
  const past = holidays.length - ahead.length;
  return (
    <SectionCard
      title="Holidays"
      action={
        actions.edit && (
          <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
            <ActionButton
              size="small"
              color="inherit"
              startIcon={<Add />}
              disabledReason={disabledReasonOf(actions.edit)}
              onClick={() => setAdding(true)}
            >
              Add a list
            </ActionButton>
            <ActionButton
              size="small"
              color="inherit"
              startIcon={<Edit />}
              disabledReason={disabledReasonOf(actions.edit)}
              onClick={() => setEditing(true)}
            >
              Edit holidays
            </ActionButton>
          </Stack>
        )
      }
    >
      {ahead.length === 0 ? (
        <Typography color="textSecondary">
          {past === 0 ? 'No holidays entered. Work on a holiday counts as overtime.' : 'No upcoming holidays.'}{' '}
          {seesOthers && actions.edit?.allowed && (
            <MuiLink component={Link} to={paths.copyToLaboratory(laboratory._id)}>
              Copy from another laboratory
            </MuiLink>
          )}
        </Typography>
      ) : (
        <Box component="ul" aria-label="Upcoming holidays" sx={listStyle}>
          {ahead.map(({ date, name }) => (
            <li key={date}>
              <span className="tabular">
                {formatDay(date)}, {formatWeekday(date)}
              </span>
              <span>{name}</span>
            </li>
          ))}
        </Box>
      )}
      {past > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          {plural(past, '1 holiday', `${past} holidays`)} in the past.
        </Typography>
      )}
      {adding && <AddHolidaysDialog laboratory={laboratory} onClose={() => setAdding(false)} />}
      {editing && <HolidaysDrawer laboratory={laboratory} onClose={() => setEditing(false)} />}
    </SectionCard>
  );
}

const listStyle = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& li': {
    display: 'grid',
    gridTemplateColumns: { xs: '1fr', sm: '220px minmax(0, 1fr)' },
    columnGap: 4,
    py: 2,
    borderTop: 1,
    borderColor: 'divider',
    overflowWrap: 'anywhere',
  },
  '& li:first-of-type': { borderTop: 0 },
};

type HolidayValues = Pick<Laboratory, 'holidays'>;

const HolidaysBody = UpdateLaboratoryBody.pick({ version: true }).extend({
  holidays: UpdateLaboratoryBody.shape.holidays,
});
type HolidaysBody = z.output<typeof HolidaysBody>;

const holidayFields = [
  describedField<'holidays'>(
    'holidays',
    'Holidays',
    (holidays: HolidayValues['holidays']) =>
      holidays.map(({ date, name }) => `${name} (${formatDay(date)})`).join(', ') || 'None',
  ),
];

const holidayResource = {
  name: 'laboratories',
  schema: LaboratorySchema,
  detail: laboratoryDetail,
  recentChange: (id: string) => recentChange<Change>('laboratory', id),
  describeChange: () => undefined,
  invalidate: (queryClient: QueryClient) =>
    invalidate(queryClient, [keyOfAll('laboratories'), keyOfAll('attendance'), keyOfAll('leaves')]),
};

function HolidaysDrawer({ laboratory, onClose }: LaboratoryProps & { onClose: () => void }) {
  return (
    <VersionedForm<HolidayValues, HolidaysBody, Laboratory, Laboratory>
      resource={holidayResource}
      document={laboratory}
      blank={{ holidays: [] }}
      toValues={({ holidays }) => ({ holidays })}
      resolverFor={(base) =>
        zodResolver(
          z
            .custom<HolidayValues>()
            .transform(({ holidays }): unknown => ({ holidays, version: base?.version }))
            .pipe(HolidaysBody),
        )
      }
      fields={holidayFields}
      send={(body, _key, signal) => send(api.laboratories.update, { params: { id: laboratory._id }, body }, { signal })}
      draft={`laboratories:${laboratory._id}:holidays`}
      title="Edit holidays"
      verb="Save holidays"
      success={({ name }) => `The holidays of ${name} were saved`}
      onSaved={onClose}
      onClose={onClose}
    >
      {({ form }) => (
        <>
          <Typography variant="body2" color="textSecondary">
            {laboratory.name}. No one is expected to work on a holiday, and all work on it is overtime.
          </Typography>
          <FormHolidays control={form.control} name="holidays" onLeave={() => void form.trigger('holidays')} />
        </>
      )}
    </VersionedForm>
  );
}
