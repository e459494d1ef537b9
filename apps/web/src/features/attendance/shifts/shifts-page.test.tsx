import { type AddHolidaysBody, contract, type StaffBulkBody, withHolidayList } from '@shifa/contract';
import { laboratory, sessionUser, staffListItem } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, answerPage, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { ShiftsPage } from './shifts-page';

const place = laboratory({ holidays: [{ date: '2099-01-26', name: 'Republic Day' }], version: 3 });
const night = {
  start: '22:00',
  end: '06:00',
  breakMinutes: 30,
  weekdays: [1, 2, 3],
  graceLateMinutes: null,
  halfDayBelowMinutes: null,
  overtimeAfterMinutes: null,
};
const people = [staffListItem({ name: 'Mina Sen' }), staffListItem({ name: 'Tara Roy', shift: night })];

function setUp() {
  const api = fakeApi();
  api.on(contract.laboratories.get, () => answer(place));
  api.on(contract.staff.list, () => answerPage(people));
  const { _id, name, code, timezone, contact, location } = place;
  const user = sessionUser({
    role: 'lab_admin',
    laboratoryId: { _id, name, code, timezone, contact, location },
  });
  renderApp(<ShiftsPage />, { user, at: '/attendance/shifts' });
  return api;
}

it('adds a holiday to the version that was read', async () => {
  const api = setUp();
  api.on(contract.laboratories.update, () => answer(place));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit holidays' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit holidays' }));
  await userEvent.click(form.getByRole('button', { name: 'Add holiday' }));
  const added = within(form.getByRole('group', { name: 'Holiday 2' }));
  await userEvent.type(added.getByLabelText('Date'), '2099-01-01');
  await userEvent.type(added.getByLabelText('Name'), 'New Year');
  await userEvent.click(form.getByRole('button', { name: 'Save holidays' }));
  await waitFor(() => expect(api.requests(contract.laboratories.update)).toHaveLength(1));
  expect(api.requests(contract.laboratories.update)[0]?.body).toEqual({
    holidays: [
      { date: '2099-01-01', name: 'New Year' },
      { date: '2099-01-26', name: 'Republic Day' },
    ],
    version: 3,
  });
});

it('adds a pasted list of holidays after a preview, and names the lines that it cannot read', async () => {
  const api = setUp();
  api.on(contract.laboratories.addHolidays, ({ body }) => {
    const { ids, holidays, replace, dryRun } = body as AddHolidaysBody;
    const after = withHolidayList(place.holidays, holidays, replace);
    const changes = [{ field: 'holidays', before: place.holidays, after }];
    return answer({
      applied: !dryRun,
      results: ids.map((_id) => ({ _id, name: place.name, changes, fault: null })),
    });
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Add a list' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a list of holidays' }));
  const list = dialog.getByLabelText('Holidays');
  await userEvent.type(list, '01/05/2099, May Day{enter}Diwali');
  expect(await dialog.findByText('Line 2: Enter a date such as 2027-01-26 or 26/01/2027, and a name')).toBeVisible();
  expect(api.requests(contract.laboratories.addHolidays)).toEqual([]);
  await userEvent.type(list, ', 2099-11-12');
  expect(await dialog.findByText('1 laboratory would change.')).toBeVisible();
  expect(dialog.getByText('+ May 1, 2099 May Day')).toBeVisible();
  expect(dialog.getByText('+ Nov 12, 2099 Diwali')).toBeVisible();
  await userEvent.click(dialog.getByLabelText('Remove other holidays in the same years'));
  expect(await dialog.findByText('− Jan 26, 2099 Republic Day')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Save holidays of 1 laboratory' }));
  expect(await screen.findByText('The holidays of 1 laboratory were saved')).toBeVisible();
  expect(api.requests(contract.laboratories.addHolidays).at(-1)?.body).toEqual({
    ids: [place._id],
    holidays: [
      { date: '2099-05-01', name: 'May Day' },
      { date: '2099-11-12', name: 'Diwali' },
    ],
    replace: true,
    dryRun: false,
  });
});

it('says that a file of holidays cannot be read, and keeps what was typed', async () => {
  setUp();
  await userEvent.click(await screen.findByRole('button', { name: 'Add a list' }));
  await userEvent.type(await screen.findByLabelText('Holidays', { selector: 'textarea' }), 'May Day');
  const file = new File(['x'], 'holidays.csv', { type: 'text/csv' });
  file.text = () => Promise.reject(new DOMException('The file was moved', 'NotFoundError'));
  await userEvent.upload(screen.getByLabelText('Choose a file', { selector: 'input' }), file);
  expect(await screen.findByText(/^This file can't be read/)).toBeVisible();
  expect(screen.getByLabelText('Holidays', { selector: 'textarea' })).toHaveValue('May Day');
});

it('shows people by shift, and changes the shift of several after a preview', async () => {
  const api = setUp();
  api.on(contract.staff.bulk, ({ body }) => {
    const { ids, dryRun, shift = null } = body as StaffBulkBody;
    const results = ids.map((id) => {
      const person = people.find(({ _id }) => _id === id);
      const before = person?.shift ?? null;
      const changes = before === shift ? [] : [{ field: 'shift', before, after: shift }];
      return { _id: id, name: person?.name ?? '', changes, fault: null };
    });
    return answer({ applied: !dryRun, results, openWork: [] });
  });
  const nights = within(await screen.findByRole('region', { name: '10:00 PM – 6:00 AM (next day)' }));
  expect(nights.getByText('Tara Roy')).toBeVisible();
  expect(nights.getByText(/Monday to Wednesday · break 30 m · 1 person/)).toBeVisible();
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Tara Roy' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select Mina Sen' }));
  await userEvent.click(screen.getByRole('button', { name: 'Change shift' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change shift' }));
  await userEvent.click(dialog.getByRole('switch', { name: "Follows the laboratory's hours and days off" }));
  expect(await dialog.findByText(/1 person would change/)).toBeVisible();
  expect(dialog.getByText('Laboratory hours')).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Change shift of 1 person' }));
  expect(await screen.findByText('Shift changed for 1 person')).toBeVisible();
  const sent = api.requests(contract.staff.bulk).at(-1)?.body;
  expect(sent).toEqual({ action: 'shift', shift: null, ids: [people[1]?._id, people[0]?._id], dryRun: false });
});
