import { contract, type PlanRosterBody, type RosterBoard, type RosterCell } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { act, screen, within } from '@testing-library/react';
import { RosterPage } from '../features/attendance/roster/roster-page';
import { answer, fakeApi } from './fake-api';
import { renderApp } from './render-app';

export const place = laboratory();
export const [mina, tara] = ['a'.repeat(24), 'b'.repeat(24)];
export const [morning, night] = ['1'.repeat(24), '2'.repeat(24)];
const weekly = { start: '09:00', end: '17:00', breakMinutes: 30, weekdays: [1, 2, 3, 4, 5], of: 'person' as const };

const shiftType = (_id: string, name: string, code: string, times: { start: string; end: string }) => ({
  _id,
  name,
  code,
  ...times,
  breakMinutes: 30,
  colour: 'teal' as const,
  department: null,
  skills: [],
  minimumStaff: [1, 1, 1, 1, 1, 1, 1],
  status: 'active' as const,
});

export const person = (_id: string, name: string, cells: RosterCell[] = []): RosterBoard['people'][number] => ({
  person: { _id, name, employeeCode: `KOL-${name}`, role: 'staff', department: null },
  joiningDate: '2020-01-01',
  exitDate: null,
  skills: [],
  weekly,
  leaves: [],
  cells,
  elsewhere: [],
  conflicts: [],
});

/** A week from Monday, 2099-06-01, on. */
export const board = (fields: Partial<RosterBoard> = {}): RosterBoard => ({
  laboratory: { _id: place._id, name: place.name, code: place.code, timezone: place.timezone },
  from: '2099-06-01',
  to: '2099-06-07',
  contextFrom: '2099-05-18',
  contextTo: '2099-06-21',
  today: '2099-06-01',
  canPlan: true,
  lockedReason: null,
  holidays: [],
  coverage: [],
  unpublished: 0,
  unpublishedDigest: null,
  page: 1,
  pages: 1,
  total: 2,
  shiftTypes: [
    shiftType(morning, 'Morning', 'M', { start: '06:00', end: '14:00' }),
    shiftType(night, 'Night', 'N', { start: '22:00', end: '06:00' }),
  ],
  policy: contract.laboratories.create.body.parse({
    name: 'Any',
    code: 'ANY',
    location: place.location,
    contact: place.contact,
  }).policies.roster,
  people: [person(mina, 'Mina Sen'), person(tara, 'Tara Roy')],
  ...fields,
});

type Planned = PlanRosterBody['people'];

/** A server that keeps what is planned. */
export function setUp(
  first: RosterBoard = board(),
  role: 'super_admin' | 'manager' | 'staff' = 'manager',
  api = fakeApi(),
) {
  const cells = new Map<string, RosterCell>();
  api.on(contract.rosters.board, () =>
    answer({
      ...first,
      people: first.people.map((row) => ({
        ...row,
        cells: [...row.cells, ...[...cells].flatMap(([key, cell]) => (key.startsWith(row.person._id) ? [cell] : []))],
      })),
      unpublished: first.unpublished + cells.size,
    }),
  );
  api.on(contract.rosters.plan, ({ body }) => {
    const { people } = body as PlanRosterBody;
    const saved = people.map(({ userId, cells: days }) => ({
      userId,
      cells: days.map(({ day, shift, version }) => {
        const cell: RosterCell = { day, draft: shift, changed: true, version: version + 1 };
        cells.set(`${userId} ${day}`, cell);
        return cell;
      }),
    }));
    return answer({ people: saved, changed: cells.size });
  });
  const { _id, name, code, timezone, contact, location } = place;
  const user = sessionUser({ role, laboratoryId: { _id, name, code, timezone, contact, location } });
  renderApp(<RosterPage />, { user, at: '/attendance/roster?day=2099-06-03' });
  const planned = (): Planned[] =>
    api.requests(contract.rosters.plan).map(({ body }) => (body as PlanRosterBody).people);
  return { api, planned };
}

export async function openGrid() {
  const grid = await screen.findByRole('grid', { name: 'Roster' });
  act(() => grid.focus());
  return grid;
}

export const cellsOf = (name: string) => {
  const row = screen.getByRole('rowheader', { name }).closest<HTMLElement>('[role="row"]');
  if (!row) throw new Error(`No row of ${name}`);
  return within(row).getAllByRole('gridcell');
};
export const codesOf = (name: string) =>
  cellsOf(name)
    .slice(0, 7)
    .map(({ textContent }) => textContent);
