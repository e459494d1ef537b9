import { type ChangedCell, contract, type PlanRosterBody } from '@shifa/contract';
import { laboratory } from '@shifa/contract/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { onPhone } from '../../../testing/on-phone';
import { board, codesOf, mina, morning, night, openGrid, place, setUp } from '../../../testing/roster';

describe('saving', () => {
  const theirs: ChangedCell = {
    userId: mina,
    day: '2099-06-01',
    draft: night,
    version: 3,
    changedBy: 'Tara Roy',
    changedAt: '2099-05-30T10:00:00.000Z',
  };

  async function conflict() {
    const { api, planned } = setUp();
    let isFirst = true;
    api.on(contract.rosters.plan, ({ body }) => {
      if (isFirst) {
        isFirst = false;
        return failure('ROSTER_CHANGED', {
          conflict: { current: [theirs], changedBy: 'Tara Roy', changedAt: theirs.changedAt },
        });
      }
      const { people } = body as PlanRosterBody;
      return answer({
        people: people.map(({ userId, cells }) => ({
          userId,
          cells: cells.map(({ day, shift, version }) => ({ day, draft: shift, version: version + 1 })),
        })),
        changed: 1,
      });
    });
    await openGrid();
    await userEvent.keyboard('mm');
    await screen.findByText(/Tara Roy changed a day that you changed too: Mina Sen, Jun 1, 2099/);
    return planned;
  }

  it('takes over the plan of another planner, and keeps the other days', async () => {
    const planned = await conflict();
    await userEvent.click(screen.getByRole('button', { name: 'Use theirs' }));
    expect(codesOf('Mina Sen').slice(0, 2)).toEqual(['N', 'M']);
    await waitFor(() => expect(planned()).toHaveLength(2));
    expect(planned()[1]).toEqual([{ userId: mina, cells: [{ day: '2099-06-02', shift: morning, version: 0 }] }]);
  });

  it('keeps the own plan on top of theirs', async () => {
    const planned = await conflict();
    await userEvent.click(screen.getByRole('button', { name: 'Keep mine' }));
    expect(codesOf('Mina Sen').slice(0, 2)).toEqual(['M', 'M']);
    await waitFor(() => expect(planned()).toHaveLength(2));
    expect(planned()[1]?.[0]?.cells[0]).toEqual({ day: '2099-06-01', shift: morning, version: 3 });
  });

  it('of a week that was left meanwhile is known when it is opened again', async () => {
    const { api, planned } = setUp();
    let answerIt = () => {};
    const answered = new Promise<void>((resolve) => (answerIt = resolve));
    api.on(contract.rosters.plan, async ({ body }) => {
      await answered;
      const { people } = body as PlanRosterBody;
      return answer({
        people: people.map(({ userId, cells }) => ({
          userId,
          cells: cells.map(({ day, shift, version }) => ({ day, draft: shift, version: version + 1 })),
        })),
        changed: 1,
      });
    });
    await openGrid();
    await userEvent.keyboard('m');
    await waitFor(() => expect(planned()).toHaveLength(1));
    await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
    await screen.findByText('Jun 8, 2099 – Jun 14, 2099');
    // What is fetched again would bring the day as well, only later.
    api.on(contract.rosters.board, () => new Promise(() => undefined));
    answerIt();
    await screen.findByText(/^There are no unpublished changes|^Saved as a draft/);
    await userEvent.click(screen.getByRole('button', { name: 'Previous week' }));
    expect(codesOf('Mina Sen')[0]).toBe('M');
  });

  it('says when it failed, keeps what was planned, and tries again with the same key', async () => {
    const { api, planned } = setUp();
    api.on(contract.rosters.plan, () => failure('UNAVAILABLE'));
    await openGrid();
    await userEvent.keyboard('m');
    expect(await screen.findByText(/Your changes aren't saved yet/)).toBeVisible();
    expect(codesOf('Mina Sen')[0]).toBe('M');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(planned()).toHaveLength(2));
    const keys = api.requests(contract.rosters.plan).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toBe(keys[1]);
  });

  it('keeps what could not be saved when the board of another week cannot be loaded either', async () => {
    const { api, planned } = setUp();
    const loaded = board();
    api.on(contract.rosters.plan, () => failure('UNAVAILABLE'));
    api.on(contract.rosters.board, ({ query }) =>
      query.get('from') === loaded.from ? answer(loaded) : failure('UNAVAILABLE'),
    );
    await openGrid();
    await userEvent.keyboard('m');
    await screen.findByText(/Your changes aren't saved yet/);
    await userEvent.click(screen.getByRole('button', { name: 'Next week' }));
    expect(await screen.findByText("Couldn't load the roster")).toBeVisible();
    expect(screen.getByText(/Your changes aren't saved yet/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Previous week' }));
    await openGrid();
    expect(codesOf('Mina Sen')[0]).toBe('M');
    expect(planned()).toHaveLength(1);
  });

  it('asks before another laboratory is chosen with something unsaved', async () => {
    const api = fakeApi();
    const other = laboratory({ name: 'Siliguri' });
    api.on(contract.laboratories.options, () => answer([place, other]));
    setUp(board(), 'super_admin', api);
    api.on(contract.rosters.plan, () => failure('UNAVAILABLE'));
    await openGrid();
    await userEvent.keyboard('m');
    await screen.findByText(/Your changes aren't saved yet/);
    const boards = () => api.requests(contract.rosters.board).map(({ query }) => query.get('laboratoryId'));
    await userEvent.selectOptions(screen.getByLabelText('Laboratory'), other.name);
    await userEvent.click(await screen.findByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(boards()).not.toContain(other._id);
    expect(codesOf('Mina Sen')[0]).toBe('M');
    await userEvent.selectOptions(screen.getByLabelText('Laboratory'), other.name);
    await userEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(boards()).toContain(other._id));
  });

  it('asks before the page is left with something unsaved, on a phone too', async () => {
    onPhone();
    const { planned } = setUp(board({ from: '2099-06-03', to: '2099-06-03' }));
    const leave = () => fireEvent(window, new Event('beforeunload', { cancelable: true }));
    await userEvent.selectOptions(await screen.findByLabelText('Shift of Mina Sen'), 'Day off');
    expect(leave()).toBe(false);
    await waitFor(() => expect(planned()).toHaveLength(1));
    await screen.findByText(/^Saved as a draft/);
    expect(leave()).toBe(true);
  });
});
