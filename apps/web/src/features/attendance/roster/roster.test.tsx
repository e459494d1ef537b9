import { contract, type RosterCell } from '@shifa/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, answerCreated, answerDone, failure, fakeApi } from '../../../testing/fake-api';
import {
  board,
  cellsOf,
  codesOf,
  mina,
  morning,
  night,
  openGrid,
  person,
  place,
  setUp,
  tara,
} from '../../../testing/roster';

describe('the board', () => {
  it('is planned by keyboard: letters go on to the next day, and are saved in one request', async () => {
    const { planned, api } = setUp();
    await openGrid();
    await userEvent.keyboard('mmnno');
    expect(codesOf('Mina Sen')).toEqual(['M', 'M', 'N', 'N', 'O', '', '']);
    expect(screen.getByRole('status', { name: 'Selected day' })).toHaveTextContent('Mina Sen, Saturday, Jun 6, 2099');
    await waitFor(() => expect(planned()).toHaveLength(1));
    expect(planned()[0]).toEqual([
      {
        userId: mina,
        cells: [morning, morning, night, night, 'off'].map((shift, index) => ({
          day: `2099-06-0${index + 1}`,
          shift,
          version: 0,
        })),
      },
    ]);
    expect(api.requests(contract.rosters.plan)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(await screen.findByText('Saved as a draft. 5 days not published yet.')).toBeVisible();
  });

  it('fills a range, copies it to another person, undoes and redoes', async () => {
    const { planned } = setUp();
    await openGrid();
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}n');
    expect(codesOf('Mina Sen').slice(0, 4)).toEqual(['N', 'N', 'N', '·']);
    await userEvent.keyboard('{Control>}c{/Control}{ArrowLeft}{ArrowLeft}{ArrowDown}{Control>}v{/Control}');
    expect(codesOf('Tara Roy').slice(0, 4)).toEqual(['N', 'N', 'N', '·']);
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(codesOf('Tara Roy').slice(0, 4)).toEqual(['·', '·', '·', '·']);
    await userEvent.keyboard('{Control>}y{/Control}');
    await waitFor(() => expect(planned()).toHaveLength(1));
    expect(planned()[0]?.map(({ userId, cells }) => [userId, cells.length])).toEqual([
      [mina, 3],
      [tara, 3],
    ]);
    // What was saved can be undone as well, on top of the saved version.
    await userEvent.keyboard('{Control>}z{/Control}');
    await waitFor(() => expect(planned()).toHaveLength(2));
    expect(planned()[1]).toEqual([
      { userId: tara, cells: [1, 2, 3].map((day) => ({ day: `2099-06-0${day}`, shift: null, version: 1 })) },
    ]);
  });

  it('is painted by dragging, once a shift is chosen', async () => {
    setUp();
    await openGrid();
    await userEvent.click(screen.getByRole('button', { name: 'N Night' }));
    const [from, to] = [cellsOf('Mina Sen')[1], cellsOf('Tara Roy')[2]];
    if (!from || !to) throw new Error('No cells');
    fireEvent.pointerDown(from, { button: 0, pointerType: 'mouse' });
    fireEvent.pointerOver(to, { pointerType: 'mouse' });
    fireEvent.pointerUp(window);
    expect(codesOf('Mina Sen')).toEqual(['·', 'N', 'N', '·', '·', '', '']);
    expect(codesOf('Tara Roy')).toEqual(['·', 'N', 'N', '·', '·', '', '']);
  });

  it('shows conflicts while planning, and what is not published', async () => {
    setUp();
    await openGrid();
    await userEvent.keyboard('nm');
    await userEvent.keyboard('{ArrowLeft}');
    const detail = screen.getByRole('status', { name: 'Selected day' });
    expect(detail).toHaveTextContent('Tuesday, Jun 2, 2099: Morning');
    expect(detail).toHaveTextContent('Draft. Not published before.');
    expect(detail).toHaveTextContent('Warning: Rest between shifts. 0 h of rest before; 11 h are needed');
  });

  it('copies last week and fills rotations with an offset for each person', async () => {
    const lastWeek: RosterCell[] = [{ day: '2099-05-26', draft: night, version: 4 }];
    setUp(board({ people: [person(mina, 'Mina Sen', lastWeek), person(tara, 'Tara Roy')] }));
    await openGrid();
    await userEvent.click(screen.getByRole('button', { name: 'Copy last week' }));
    expect(codesOf('Mina Sen')).toEqual(['·', 'N', '·', '·', '·', '', '']);
    await userEvent.click(screen.getByRole('button', { name: 'Rotation' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Fill with a rotation' }));
    await userEvent.type(dialog.getByLabelText('Pattern'), 'MXO');
    expect(dialog.getByText('No shift type has the code X.')).toBeVisible();
    await userEvent.clear(dialog.getByLabelText('Pattern'));
    await userEvent.type(dialog.getByLabelText('Pattern'), 'mmno');
    await userEvent.clear(dialog.getByLabelText('Offset between people (days)'));
    await userEvent.type(dialog.getByLabelText('Offset between people (days)'), '1');
    await userEvent.click(dialog.getByRole('button', { name: 'Fill 7 days of 2 people' }));
    expect(codesOf('Mina Sen')).toEqual(['M', 'M', 'N', 'O', 'M', 'M', 'N']);
    expect(codesOf('Tara Roy')).toEqual(['M', 'N', 'O', 'M', 'M', 'N', 'O']);
  });

  it('says that selected days are over', async () => {
    setUp(board({ today: '2099-06-03' }));
    await openGrid();
    await userEvent.keyboard('{Home}{Shift>}{ArrowRight}{/Shift}');
    await userEvent.click(screen.getByRole('button', { name: 'Rotation' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Fill with a rotation' }));
    expect(dialog.getByText(/The selected days are over\. Select days from today on\./)).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Fill 0 days of 1 person' })).toBeDisabled();
  });

  it('offers nothing to plan with in a week that is over', async () => {
    setUp(board({ today: '2099-06-08' }));
    await openGrid();
    expect(screen.queryByRole('button', { name: 'Rotation' })).not.toBeInTheDocument();
  });

  it('never changes days before today', async () => {
    const { planned } = setUp(board({ today: '2099-06-03' }));
    await openGrid();
    await userEvent.keyboard('{Control>}a{/Control}m');
    expect(codesOf('Mina Sen')).toEqual(['·', '·', 'M', 'M', 'M', 'M', 'M']);
    await waitFor(() => expect(planned()[0]?.[0]?.cells.map(({ day }) => day)[0]).toBe('2099-06-03'));
  });

  it('shows required and planned people, short where too few, while planning', async () => {
    const coverage = Array.from({ length: 7 }, (_, at) => ({
      day: `2099-06-0${at + 1}`,
      shiftTypeId: morning,
      required: 1,
      planned: 0,
      published: 0,
      able: 0,
    }));
    setUp(board({ coverage }));
    await openGrid();
    await userEvent.keyboard('m');
    const row = screen.getByRole('rowheader', { name: 'Morning' }).closest<HTMLElement>('[role="row"]');
    const cells = within(row as HTMLElement).getAllByRole('gridcell');
    expect(cells[0]).toHaveAttribute('title', 'Morning, Jun 1, 2099: 1 planned, 1 required');
    expect(cells[1]).toHaveAttribute('title', 'Morning, Jun 2, 2099: 0 planned, 1 required, short');
  });
});

describe('publishing', () => {
  it('says what will change, and publishes from today on', async () => {
    const draft: RosterCell[] = [{ day: '2099-06-03', draft: morning, changed: true, version: 1 }];
    const people = [person(mina, 'Mina Sen', draft), person(tara, 'Tara Roy')];
    const { api } = setUp(board({ unpublished: 1, today: '2099-06-02', people }));
    api.on(contract.rosters.publish, () =>
      answerCreated({
        _id: 'f'.repeat(24),
        laboratoryId: place._id,
        number: 1,
        from: '2099-06-02',
        to: '2099-06-07',
        changedDays: 1,
        changedPeople: 1,
        publishedBy: 'Me',
        publishedAt: '2099-06-01T10:00:00.000Z',
      }),
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish the roster' }));
    expect(dialog.getByText(/1 day will change from Jun 2, 2099 to Jun 7, 2099/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(api.requests(contract.rosters.publish)).toHaveLength(1));
    expect(api.requests(contract.rosters.publish)[0]?.body).toEqual({
      laboratoryId: place._id,
      from: '2099-06-02',
      to: '2099-06-07',
    });
  });

  it('names the new number of days, and publishes these, where others have changed in the meantime', async () => {
    const shown = { unpublished: 1, unpublishedDigest: 'one' };
    const { api } = setUp(board(shown));
    const digests: unknown[] = [];
    api.on(contract.rosters.board, () => answer(board(shown)));
    api.on(contract.rosters.publish, ({ body }) => {
      digests.push(body);
      Object.assign(shown, { unpublished: 41, unpublishedDigest: 'many' });
      return failure('ROSTER_CHANGED', { message: 'The roster has changed since you opened it.' });
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish the roster' }));
    expect(dialog.getByText(/1 day will change/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
    expect(await dialog.findByText('The roster has changed since you opened it.')).toBeVisible();
    expect(await dialog.findByText(/41 days will change/)).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(digests).toHaveLength(2));
    expect(digests).toMatchObject([{ unpublishedDigest: 'one' }, { unpublishedDigest: 'many' }]);
    const keys = api.requests(contract.rosters.publish).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(2);
  });

  it('is refused while a conflict forbids it', async () => {
    const draft: RosterCell[] = [{ day: '2099-06-03', draft: morning, changed: true, version: 1 }];
    const leave = { from: '2099-06-03', to: '2099-06-03', part: 'full' as const };
    const away = { ...person(mina, 'Mina Sen', draft), leaves: [leave] };
    const policy = { ...board().policy, leave: 'forbid' as const };
    setUp(board({ unpublished: 1, policy, people: [away, person(tara, 'Tara Roy')] }));
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish the roster' }));
    expect(dialog.getByText('Leave: On leave')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
  });
});

describe('days on which someone is not employed', () => {
  it('hold up no others', async () => {
    const draft = (day: string): RosterCell => ({ day, draft: morning, changed: true, version: 1 });
    const leaver = { ...person(mina, 'Mina Sen', [draft('2099-06-02'), draft('2099-06-03')]), exitDate: '2099-06-02' };
    setUp(board({ unpublished: 1, people: [leaver, person(tara, 'Tara Roy')] }));
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish the roster' }));
    expect(dialog.getByText('Not employed: Has left by then')).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Publish' })).toBeEnabled();
  });
});

describe('those who do not plan', () => {
  it('read what is published', async () => {
    const { planned } = setUp(
      board({
        canPlan: false,
        people: [person(mina, 'Mina Sen', [{ day: '2099-06-02', published: night, version: 2 }])],
      }),
    );
    await openGrid();
    await userEvent.keyboard('m');
    expect(codesOf('Mina Sen')).toEqual(['·', 'N', '·', '·', '·', '', '']);
    expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
    expect(planned()).toEqual([]);
  });

  it('see their own days as a list', async () => {
    const api = fakeApi();
    const shift = {
      start: '22:00',
      end: '06:00',
      breakMinutes: 30,
      name: 'Night',
      code: 'N',
      colour: 'indigo' as const,
      startsAt: '2099-06-02T16:30:00.000Z',
      endsAt: '2099-06-03T00:30:00.000Z',
    };
    const none = { shift: null, holiday: null, leave: null };
    api.on(contract.rosters.mine, () =>
      answer({
        laboratory: board().laboratory,
        today: '2099-06-02',
        days: [
          { ...none, day: '2099-06-02', kind: 'working' as const, source: 'roster' as const, shift },
          { ...none, day: '2099-06-03', kind: 'weekly_off' as const, source: 'roster' as const },
          { ...none, day: '2099-06-04', kind: 'holiday' as const, source: 'laboratory' as const, holiday: 'Eid' },
        ],
      }),
    );
    let created: { createdAt: string } | null = null;
    api.on(contract.rosters.calendarLink, () => answer(created));
    api.on(contract.rosters.createCalendarLink, () => {
      created = { createdAt: '2099-06-02T10:00:00.000Z' };
      return answerCreated({ ...created, path: '/api/attendance/roster/calendar/xyz/roster.ics' });
    });
    api.on(contract.rosters.removeCalendarLink, () => {
      created = null;
      return answerDone('The calendar link was revoked');
    });
    setUp(board(), 'staff', api);
    const list = within(await screen.findByRole('list', { name: 'My roster' }));
    expect(list.getByText('Night, 10:00 PM – 6:00 AM (next day)')).toBeVisible();
    expect(list.getByText('Eid')).toBeVisible();
    expect(list.getAllByText('Day off')).toHaveLength(2);

    await userEvent.click(await screen.findByRole('button', { name: 'Create link' }));
    expect(await screen.findByText(/\/api\/attendance\/roster\/calendar\/xyz\/roster\.ics/)).toBeVisible();
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke link' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Revoke' }));
    expect(await screen.findByRole('button', { name: 'Create link' })).toBeVisible();
    expect(screen.queryByText(/roster\.ics/)).not.toBeInTheDocument();
  });
});
