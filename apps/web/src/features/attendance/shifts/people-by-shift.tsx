import Schedule from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Laboratory, MAX_PAGE_LIMIT, type Shift, ShiftSchema, type StaffListItem } from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { Banner } from '../../../ui/feedback/banner';
import { BulkChangeDialog } from '../../../screens/bulk/bulk-change-dialog';
import { SelectionBar } from '../../../screens/list/selection-bar';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import type { PartFaults } from '../../../ui/fields/form-parts';
import { ShiftInput } from '../../../screens/form/shift-input';
import { useSelection } from '../../../screens/list/use-selection';
import { PageTurner } from '../../../screens/list/page-turner';
import { PermissionButton } from '../../../screens/actions/permission-button';
import { SectionCard } from '../../../ui/section-card';
import { Spread } from '../../../ui/spread';
import { api } from '../../../data/api';
import { formatHours, formatMinutes, formatPeople, formatWeekdays } from '../../../lib/format';
import { invalidate } from '../../../data/live';
import { keyOfAll, pageQuery, send } from '../../../data/queries';

/** The people of a laboratory by the shift that they work, and the change of the shift of one or of many. */
export function PeopleByShift({ laboratory }: { laboratory: Laboratory }) {
  const [page, setPage] = useState(1);
  const [changing, setChanging] = useState<readonly StaffListItem[]>();
  const query = useQuery(
    pageQuery(api.staff.list, {
      query: {
        laboratoryId: [laboratory._id],
        status: ['active', 'suspended'],
        sort: 'name',
        limit: MAX_PAGE_LIMIT,
        page,
      },
    }),
  );
  const selection = useSelection(query.data?.data);
  if (!query.data) return <NotLoaded query={query} what="the people" skeleton={240} />;
  return (
    <SectionCard title="Shifts">
      <Stack sx={{ gap: 5 }}>
        {groupsOf(query.data.data).map(({ key, shift, people }) => (
          <section key={key} aria-label={shift ? formatHours(shift) : 'Laboratory hours'}>
            <ShiftHead
              shift={shift}
              laboratory={laboratory}
              people={
                query.data.pagination.pages > 1
                  ? `${formatPeople(people.length)} on this page`
                  : formatPeople(people.length)
              }
              onSelect={() => selection.select(new Set([...selection.ids, ...people.map(({ _id }) => _id)]))}
            />
            <Box component="ul" sx={peopleStyle}>
              {people.map((person) => (
                <li key={person._id}>
                  <Checkbox
                    size="small"
                    checked={selection.ids.has(person._id)}
                    onChange={() => selection.toggle(person._id)}
                    slotProps={{ input: { 'aria-label': `Select ${person.name}` } }}
                  />
                  <Box sx={{ minWidth: 0 }}>
                    <Typography sx={{ overflowWrap: 'anywhere' }}>{person.name}</Typography>
                    <Typography variant="caption" color="textSecondary">
                      {[person.employeeCode, person.department].filter(Boolean).join(' · ')}
                    </Typography>
                  </Box>
                </li>
              ))}
            </Box>
          </section>
        ))}
        {query.data.pagination.pages > 1 && (
          <PageTurner pagination={query.data.pagination} things={{ one: 'person', many: 'people' }} onPage={setPage} />
        )}
      </Stack>
      <SelectionBar count={selection.ids.size} onClear={selection.clear}>
        <PermissionButton
          permission="staff.edit"
          size="small"
          variant="outlined"
          color="inherit"
          startIcon={<Schedule />}
          onClick={() => setChanging(selection.rows)}
        >
          Change shift
        </PermissionButton>
      </SelectionBar>
      {changing && (
        <ChangeShiftDialog
          people={changing}
          onDone={() => {
            setChanging(undefined);
            selection.clear();
          }}
          onClose={() => setChanging(undefined)}
        />
      )}
    </SectionCard>
  );
}

type ShiftGroup = { key: string; shift: StaffListItem['shift']; people: StaffListItem[] };

/** People who work the same hours on the same days, those without a shift of their own first. */
function groupsOf(people: readonly StaffListItem[]): ShiftGroup[] {
  const groups = new Map<string, ShiftGroup>();
  for (const person of people) {
    const { shift } = person;
    const key = shift ? Object.values(shift).join(' ') : '';
    const group = groups.get(key) ?? { key, shift, people: [] };
    group.people.push(person);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => a.key.localeCompare(b.key));
}

type ShiftHeadProps = { shift: StaffListItem['shift']; laboratory: Laboratory; people: string; onSelect: () => void };

function ShiftHead({ shift, laboratory, people, onSelect }: ShiftHeadProps) {
  return (
    <Spread sx={{ alignItems: 'center' }}>
      <div>
        <Typography variant="h4" component="h3" className="tabular">
          {shift ? formatHours(shift) : `Laboratory hours, ${formatHours(laboratory.workingHours)}`}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {shift
            ? `${formatWeekdays(shift.weekdays)} · break ${formatMinutes(shift.breakMinutes)}`
            : 'Every day except holidays and weekly days off'}{' '}
          · {people}
        </Typography>
      </div>
      <Button size="small" color="inherit" onClick={onSelect} sx={{ flexShrink: 0 }}>
        Select all
      </Button>
    </Spread>
  );
}

const peopleStyle = {
  m: 0,
  mt: 1,
  p: 0,
  listStyle: 'none',
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(240px, 100%), 1fr))',
  '& li': { display: 'flex', gap: 1, alignItems: 'flex-start', py: 1 },
};

type ChangeShiftDialogProps = { people: readonly StaffListItem[]; onDone: () => void; onClose: () => void };

/** Gives everyone who was chosen the same shift, after a preview of what would change. */
function ChangeShiftDialog({ people, onDone, onClose }: ChangeShiftDialogProps) {
  const queryClient = useQueryClient();
  const [shift, setShift] = useState<Shift | null>(people[0]?.shift ?? null);
  const read = ShiftSchema.nullable().safeParse(shift);
  const ids = people.map(({ _id }) => _id);
  return (
    <BulkChangeDialog
      title="Change shift"
      verb="Change shift of"
      effect="Days that have already started keep their shift."
      outcomeOf={(count) => `Shift changed for ${formatPeople(count)}`}
      ids={ids}
      request={read.success ? { shift: read.data } : undefined}
      send={(request, chosen, { dryRun, key, signal }) =>
        send(api.staff.bulk, { body: { action: 'shift', ...request, ids: [...chosen], dryRun } }, { key, signal })
      }
      describe={(changes) =>
        changes.map(({ field, before, after }) => (
          <Typography key={field} variant="body2" color="textSecondary" className="tabular">
            {shiftText(before)} → <strong>{shiftText(after)}</strong>
          </Typography>
        ))
      }
      onDone={() => {
        onDone();
        void invalidate(queryClient, [keyOfAll('staff'), keyOfAll('attendance')]);
      }}
      onClose={onClose}
    >
      <ShiftInput value={shift} onChange={setShift} faults={faultsOf(read)} />
      {!read.success && <Banner tone="warning">Complete the shift to see what would change.</Banner>}
    </BulkChangeDialog>
  );
}

function shiftText(value: unknown): string {
  const { data } = ShiftSchema.safeParse(value);
  return data ? `${formatHours(data)}, ${formatWeekdays(data.weekdays)}` : 'Laboratory hours';
}

function faultsOf({ error }: z.ZodSafeParseResult<Shift | null>): PartFaults<Shift> {
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [String(path[0]), { message }]));
}
