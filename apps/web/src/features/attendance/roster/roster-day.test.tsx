import { contract, type RosterCell } from '@shifa/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer, answerCreated, failure } from '../../../testing/fake-api';
import { onPhone } from '../../../testing/on-phone';
import { board, mina, morning, night, person, place, setUp, tara } from '../../../testing/roster';

beforeEach(() => onPhone());

const shiftOf = (name: string) => screen.findByLabelText(`Shift of ${name}`);
const names = () =>
  within(screen.getByRole('list', { name: 'People' }))
    .getAllByRole('listitem')
    .map((item) => item.firstChild?.textContent);

describe('a day of the roster', () => {
  it('is published with the other days of its week, which are named before', async () => {
    const { api, planned } = setUp();
    api.on(contract.rosters.publish, () =>
      answerCreated({
        _id: 'f'.repeat(24),
        laboratoryId: place._id,
        number: 1,
        from: '2099-06-01',
        to: '2099-06-07',
        changedDays: 2,
        changedPeople: 2,
        publishedBy: 'Me',
        publishedAt: '2099-06-01T10:00:00.000Z',
      }),
    );
    await shiftOf('Mina Sen');
    expect(api.requests(contract.rosters.board)[0]?.query.get('from')).toBe('2099-06-01');
    expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled();
    await userEvent.selectOptions(await shiftOf('Mina Sen'), 'Day off');
    await screen.findByText('Saved as a draft. 1 day not published yet.');
    await userEvent.click(screen.getByRole('button', { name: 'Next day' }));
    await userEvent.selectOptions(await shiftOf('Tara Roy'), 'Night, 10:00 PM – 6:00 AM');
    expect(screen.getByRole('button', { name: 'Publish' })).toBeDisabled();
    await screen.findByText('Saved as a draft. 2 days not published yet.');
    expect(planned().flat()).toMatchObject([
      { userId: mina, cells: [{ day: '2099-06-03', shift: 'off' }] },
      { userId: tara, cells: [{ day: '2099-06-04', shift: night }] },
    ]);

    await userEvent.click(screen.getByRole('button', { name: 'Publish' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish the roster' }));
    expect(dialog.getByText(/2 days will change from Jun 1, 2099 to Jun 7, 2099/)).toBeVisible();
    const days = within(dialog.getByRole('list', { name: 'Changed days' })).getAllByRole('listitem');
    expect(days.map(({ textContent }) => textContent)).toEqual([
      'Mina SenWednesday, Jun 3, 2099: Day off',
      'Tara RoyThursday, Jun 4, 2099: Night, 10:00 PM – 6:00 AM (next day)',
    ]);
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requests(contract.rosters.publish).map(({ body }) => body)).toEqual([
      { laboratoryId: place._id, from: '2099-06-01', to: '2099-06-07' },
    ]);
  });

  const draft: RosterCell = { day: '2099-06-03', draft: morning, changed: true, version: 1 };
  const openPublishing = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'Publish' }));
    return within(await screen.findByRole('dialog', { name: 'Publish the roster' }));
  };

  it('is published with those of people on other pages, who are named too', async () => {
    const pages = { pages: 2, unpublished: 2, unpublishedDigest: 'one' };
    const leave = { from: '2099-06-03', to: '2099-06-03', part: 'full' as const };
    const away = { ...person(tara, 'Tara Roy', [draft]), leaves: [leave] };
    const policy = { ...board().policy, leave: 'warn' as const };
    const { api } = setUp(board({ ...pages, people: [person(mina, 'Mina Sen', [draft])] }));
    const second = { ...pages, page: 2, policy, people: [away] };
    let isReached = false;
    let digest = 'other';
    api.on(contract.rosters.board, ({ query }) => {
      if (query.get('page') !== '2') {
        return answer(board({ ...pages, policy, people: [person(mina, 'Mina Sen', [draft])] }));
      }
      return isReached ? answer(board({ ...second, unpublishedDigest: digest })) : failure('INTERNAL_ERROR');
    });
    api.on(contract.rosters.publish, () => failure('ROSTER_NOTHING_CHANGED'));
    const dialog = await openPublishing();
    expect(await dialog.findByText("Couldn't load the days of everyone")).toBeVisible();
    expect(dialog.getByRole('button', { name: 'Publish' })).toBeDisabled();
    isReached = true;
    // Someone plans a day after the first page was answered.
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(await dialog.findByText('The roster changed while it was loaded.')).toBeVisible();
    digest = 'one';
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    const days = within(await dialog.findByRole('list', { name: 'Changed days' })).getAllByRole('listitem');
    expect(days.map(({ firstChild }) => firstChild?.textContent)).toEqual(['Mina Sen', 'Tara Roy']);
    expect(within(dialog.getByRole('list', { name: 'Conflicts' })).getByText('Leave: On leave')).toBeVisible();
    await userEvent.click(dialog.getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(api.requests(contract.rosters.publish)).toHaveLength(1));
    expect(api.requests(contract.rosters.publish)[0]?.body).toMatchObject({ unpublishedDigest: 'one' });
  });

  it('is not published for those who are not employed on it', async () => {
    const leaver = { ...person(tara, 'Tara Roy', [draft]), exitDate: '2099-06-02' };
    setUp(board({ unpublished: 1, people: [person(mina, 'Mina Sen', [draft]), leaver] }));
    const dialog = await openPublishing();
    const days = within(dialog.getByRole('list', { name: 'Changed days' })).getAllByRole('listitem');
    expect(days.map(({ firstChild }) => firstChild?.textContent)).toEqual(['Mina Sen']);
    expect(dialog.getByText('Not employed: Has left by then')).toBeVisible();
  });

  it('marks what is not published, and takes back the last change of the day', async () => {
    const published: RosterCell[] = [
      { day: '2099-06-03', draft: 'off', published: morning, changed: true, version: 1 },
    ];
    const { planned } = setUp(board({ people: [person(mina, 'Mina Sen'), person(tara, 'Tara Roy', published)] }));
    await shiftOf('Tara Roy');
    expect(screen.getByText('Draft. Published: Morning, 6:00 AM – 2:00 PM.')).toBeVisible();
    await userEvent.selectOptions(await shiftOf('Mina Sen'), 'Day off');
    expect(screen.getByText('Draft. Not published before.')).toBeVisible();
    await waitFor(() => expect(planned()).toHaveLength(1));
    // Another day is not changed unseen.
    await userEvent.click(screen.getByRole('button', { name: 'Next day' }));
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'Previous day' }));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.queryByText('Draft. Not published before.')).toBeNull();
    expect(await shiftOf('Mina Sen')).toHaveDisplayValue('Weekly, 9:00 AM – 5:00 PM');
    await waitFor(() => expect(planned()).toHaveLength(2));
    await userEvent.click(screen.getByRole('button', { name: 'Redo' }));
    expect(await shiftOf('Mina Sen')).toHaveDisplayValue('Day off');
  });

  it('says where the weekly shift is not worked', async () => {
    const { holidays } = board();
    setUp(
      board({
        people: [{ ...person(mina, 'Mina Sen'), weekly: { ...person(mina, '').weekly, weekdays: [1, 2] } }],
        holidays: [...holidays, { day: '2099-06-02', name: 'Founding day' }],
      }),
    );
    expect(await shiftOf('Mina Sen')).toHaveDisplayValue('Weekly, not at work');
    await userEvent.click(screen.getByRole('button', { name: 'Previous day' }));
    expect(await shiftOf('Mina Sen')).toHaveDisplayValue('Weekly, not at work');
    await userEvent.click(screen.getByRole('button', { name: 'Previous day' }));
    expect(await shiftOf('Mina Sen')).toHaveDisplayValue('Weekly, 9:00 AM – 5:00 PM');
  });

  it('shows those who belong to the laboratory on it', async () => {
    const leaver = { ...person(mina, 'Mina Sen'), exitDate: '2099-06-03' };
    const newcomer = { ...person(tara, 'Tara Roy'), joiningDate: '2099-06-04' };
    setUp(board({ people: [leaver, newcomer] }));
    await shiftOf('Mina Sen');
    expect(names()).toEqual(['Mina Sen']);
    await userEvent.click(screen.getByRole('button', { name: 'Next day' }));
    await shiftOf('Tara Roy');
    expect(names()).toEqual(['Tara Roy']);
  });

  it('is published by planners only', async () => {
    setUp(board({ canPlan: false }));
    await screen.findByText('Mina Sen');
    expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('that is over is not planned, while later days of its week are published', async () => {
    setUp(board({ today: '2099-06-04', unpublished: 1 }));
    await screen.findByText('Mina Sen');
    expect(screen.queryByLabelText('Shift of Mina Sen')).toBeNull();
    expect(screen.getByRole('button', { name: 'Publish' })).toBeEnabled();
  });
});
