import { contract, MAX_ASKED, type RequestSwapBody, type RosterSwap, type SwapColleagues } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, answerCreated, failure, fakeApi } from '../../../testing/fake-api';
import { clickBeside } from '../../../testing/click-beside';
import { renderApp } from '../../../testing/render-app';
import { RosterPage } from '../roster/roster-page';
import { OwnSwaps } from './own-swaps';

const place = laboratory();
const [own, ravi, busy] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)];
const day = '2099-06-04';
const shift = {
  day,
  name: 'Night',
  code: 'N',
  start: '22:00',
  end: '06:00',
  breakMinutes: 30,
  startsAt: '2099-06-04T16:30:00.000Z',
};
const person = (_id: string, name: string) => ({
  _id,
  name,
  employeeCode: name,
  role: 'staff' as const,
  department: null,
});

const swapOf = (fields: Partial<RosterSwap> = {}): RosterSwap => ({
  _id: '1'.repeat(24),
  laboratoryId: { _id: place._id, name: place.name, code: place.code },
  userId: person(ravi, 'Ravi Sen'),
  shift,
  inExchange: null,
  takenBy: null,
  note: null,
  status: 'offered',
  asked: [{ _id: own, name: 'Me', declined: false }],
  endedBecause: null,
  decidedBy: null,
  decidedAt: null,
  decisionReason: null,
  version: 1,
  updatedBy: null,
  createdAt: '2099-06-01T08:00:00.000Z',
  updatedAt: '2099-06-01T08:00:00.000Z',
  actions: { accept: { allowed: true }, decline: { allowed: true } },
  ...fields,
});

function setUp(swaps: RosterSwap[] = [], at = '/attendance/roster') {
  const api = fakeApi();
  api.on(contract.rosters.mine, () =>
    answer({
      laboratory: { _id: place._id, name: place.name, code: place.code, timezone: place.timezone },
      today: '2099-06-01',
      days: [
        {
          day,
          kind: 'working',
          source: 'roster',
          holiday: null,
          leave: null,
          shift: { ...shift, colour: 'indigo', endsAt: '2099-06-05T00:30:00.000Z' },
        },
      ],
    }),
  );
  api.on(contract.rosters.calendarLink, () => answer(null));
  api.on(contract.rosterSwaps.list, () => ({
    status: 200,
    body: { success: true as const, data: swaps, pagination: { page: 1, limit: 50, total: swaps.length, pages: 1 } },
  }));
  api.on(contract.openShifts.list, () => ({
    status: 200,
    body: { success: true as const, data: [], pagination: { page: 1, limit: 50, total: 0, pages: 0 } },
  }));
  api.on(contract.rosterSwaps.conflicts, () => answer([]));
  const { _id, name, code, timezone, contact, location } = place;
  const user = sessionUser({ _id: own, role: 'staff', laboratoryId: { _id, name, code, timezone, contact, location } });
  const { unmount } = renderApp(<RosterPage />, { user, at });
  return { api, unmount };
}

const colleagues: SwapColleagues = {
  shift,
  colleagues: [
    { person: person(ravi, 'Ravi Sen'), refusal: null, warnings: ['Missing skill'] },
    { person: person(busy, 'Busy Bose'), refusal: 'Already works on Jun 4, 2099', warnings: [] },
  ],
};

describe('a swap from the own roster', () => {
  it('is offered to colleagues who can take the shift, with what the rules say', async () => {
    const { api } = setUp();
    api.on(contract.rosterSwaps.colleagues, () => answer(colleagues));
    api.on(contract.rosterSwaps.request, () => answerCreated(swapOf()));
    await userEvent.click(await screen.findByRole('button', { name: /Swap shift on/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Who takes this shift?' });
    const free = await within(dialog).findByRole('checkbox', { name: /Ravi Sen/ });
    expect(within(dialog).getByRole('checkbox', { name: /Busy Bose.*Already works/ })).toBeDisabled();
    expect(within(dialog).getByText('Missing skill')).toBeVisible();
    expect(within(dialog).getByRole('button', { name: 'Ask' })).toBeDisabled();
    await userEvent.click(free);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Ask' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(api.requests(contract.rosterSwaps.request).map(({ body }) => body as RequestSwapBody)).toEqual([
      { day, userIds: [ravi], note: '' },
    ]);
  });

  it('is shown with its end when a notice leads to it', async () => {
    const ended = swapOf({
      userId: person(own, 'Me'),
      asked: [{ _id: ravi, name: 'Ravi Sen', declined: true }],
      ...{ status: 'ended', endedBecause: 'The shift was changed.', actions: {} },
    });
    const { api } = setUp([], `/attendance/roster?item=${ended._id}`);
    api.on(contract.rosterSwaps.get, () => answer(ended));
    const swap = within(await screen.findByRole('list', { name: 'Swaps' }));
    expect(swap.getByText('You asked Ravi Sen')).toBeVisible();
    expect(swap.getByText('Ended')).toBeVisible();
    expect(swap.getByText('The shift was changed.')).toBeVisible();
  });

  it('stands first and is marked when a notice leads to it', async () => {
    const told = swapOf({ _id: '2'.repeat(24), userId: person(own, 'Me'), actions: {} });
    const { api } = setUp([swapOf(), told], `/attendance/roster?item=${told._id}`);
    api.on(contract.rosterSwaps.get, () => answer(told));
    const current = await screen.findByRole('listitem', { current: true });
    expect(within(screen.getByRole('list', { name: 'Swaps' })).getAllByRole('listitem')).toEqual([
      current,
      expect.objectContaining({ textContent: expect.stringContaining('Ravi Sen asks you') as string }),
    ]);
    expect(current).toHaveStyle({ borderRadius: '8px' });
  });

  it("isn't shown by a link to a swap between others", async () => {
    const foreign = swapOf({
      userId: person(ravi, 'Ravi Sen'),
      asked: [{ _id: busy, name: 'Busy Bose', declined: false }],
      note: 'My sister marries',
    });
    const { api } = setUp([], `/attendance/roster?item=${foreign._id}`);
    api.on(contract.rosterSwaps.get, () => answer(foreign));
    await waitFor(() => expect(api.requests(contract.rosterSwaps.get)).toHaveLength(1));
    expect(await screen.findByRole('button', { name: /^Swap shift on/ })).toBeVisible();
    expect(screen.queryByRole('list', { name: 'Swaps' })).toBeNull();
    expect(screen.queryByText(/My sister marries/)).toBeNull();
  });

  it('keeps the note when someone clicks beside the dialog', async () => {
    const { api } = setUp();
    api.on(contract.rosterSwaps.colleagues, () => answer(colleagues));
    await userEvent.click(await screen.findByRole('button', { name: /Swap shift on/ }));
    await userEvent.type(await screen.findByLabelText('Note (optional)'), 'Family visit');
    await clickBeside();
    expect(screen.getByLabelText('Note (optional)')).toHaveValue('Family visit');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is opened again after a reload, with who was chosen and the note, but not after it was cancelled', async () => {
    const { api, unmount } = setUp();
    api.on(contract.rosterSwaps.colleagues, () => answer(colleagues));
    await userEvent.click(await screen.findByRole('button', { name: /Swap shift on/ }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /Ravi Sen/ }));
    await userEvent.type(screen.getByLabelText('Note (optional)'), 'Family visit');
    unmount();
    const again = setUp();
    again.api.on(contract.rosterSwaps.colleagues, () => answer(colleagues));
    expect(await screen.findByRole('checkbox', { name: /Ravi Sen/ })).toBeChecked();
    expect(screen.getByLabelText('Note (optional)')).toHaveValue('Family visit');
    expect(screen.getByText(/were restored\. They aren't saved yet/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    const question = await screen.findByRole('alertdialog', { name: 'Discard what you typed' });
    await userEvent.click(within(question).getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    again.unmount();
    setUp();
    expect(await screen.findByRole('button', { name: /Swap shift on/ })).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lists who can take the shift before those who cannot', async () => {
    const { api } = setUp();
    const [taken, free] = [person('1'.repeat(24), 'Asha Rao'), person('2'.repeat(24), 'Binoy Sen')];
    const answered = [
      { person: taken, refusal: 'Already works on that day', warnings: [] },
      { person: free, refusal: null, warnings: [] },
    ];
    api.on(contract.rosterSwaps.colleagues, () => answer({ shift, colleagues: answered }));
    await userEvent.click(await screen.findByRole('button', { name: /^Swap shift on/ }));
    const boxes = await screen.findAllByRole('checkbox');
    expect(boxes.map((box) => box.closest('label')?.textContent)).toEqual([
      'Binoy Sen',
      'Asha RaoAlready works on that day',
    ]);
  });

  it('says how many can be asked at once, and that no one matches', async () => {
    const { api } = setUp();
    const many = Array.from({ length: MAX_ASKED + 1 }, (_, index) => ({
      person: person(String(index).padStart(24, '0'), `Colleague ${String(index)}`),
      refusal: null,
      warnings: [],
    }));
    api.on(contract.rosterSwaps.colleagues, () => answer({ shift, colleagues: many }));
    await userEvent.click(await screen.findByRole('button', { name: /^Swap shift on/ }));
    const boxes = await screen.findAllByRole('checkbox');
    for (const box of boxes.slice(0, MAX_ASKED)) await userEvent.click(box);
    expect(screen.getByText('You can ask up to 20 colleagues at once.')).toBeVisible();
    expect(boxes.at(-1)).toBeDisabled();
    await userEvent.type(screen.getByLabelText('Search colleagues'), 'Nobody');
    expect(await screen.findByText('No colleague matches “Nobody”.')).toBeVisible();
  });

  it('can be loaded again where it could not be loaded', async () => {
    const { api } = setUp();
    api.on(contract.rosterSwaps.list, () => failure('UNAVAILABLE'));
    api.on(contract.openShifts.list, () => failure('UNAVAILABLE'));
    renderApp(<OwnSwaps />, { user: sessionUser({ _id: own, role: 'staff' }) });
    expect(await screen.findByText("Couldn't load your swaps")).toBeVisible();
  });

  it('says why it was refused, and stays open', async () => {
    const { api } = setUp();
    api.on(contract.rosterSwaps.colleagues, () => answer(colleagues));
    api.on(contract.rosterSwaps.request, () => failure('SWAP_PENDING'));
    await userEvent.click(await screen.findByRole('button', { name: /Swap shift on/ }));
    await userEvent.click(await screen.findByRole('checkbox', { name: /Ravi Sen/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
    expect(await screen.findByText('This day is already part of an open swap')).toBeVisible();
  });

  it('is accepted after a question, once for two taps', async () => {
    const { api } = setUp([swapOf()]);
    api.on(contract.rosterSwaps.accept, () => answer(swapOf({ status: 'accepted', version: 2 })));
    const list = await screen.findByRole('list', { name: 'Swaps' });
    expect(within(list).getByText('Ravi Sen asks you')).toBeVisible();
    await userEvent.click(within(list).getByRole('button', { name: 'Accept' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Accept the swap' });
    await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(api.requests(contract.rosterSwaps.accept)).toHaveLength(1);
  });
});
