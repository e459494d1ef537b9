import { contract, type ShiftType } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, answerCreated, answerPage, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { ShiftTypesPage } from './shift-types-page';

const [kolkata, patna] = [laboratory({ name: 'Kolkata' }), laboratory({ name: 'Patna' })];
const head = sessionUser({ role: 'super_admin', laboratoryId: null });
const night: ShiftType = {
  _id: 'a'.repeat(24),
  laboratoryId: patna._id,
  name: 'Night',
  code: 'N',
  colour: 'teal',
  start: '22:00',
  end: '06:00',
  breakMinutes: 30,
  department: null,
  skills: [],
  minimumStaff: [0, 0, 0, 0, 0, 0, 0],
  status: 'active',
  createdAt: '2026-11-20T06:00:00.000Z',
  updatedAt: '2026-11-20T06:00:00.000Z',
  updatedBy: 'Asha Rao',
  version: 1,
  actions: {},
};

function setUp(at: string) {
  const api = fakeApi();
  api.on(contract.laboratories.options, () => answer([kolkata, patna]));
  api.on(contract.shiftTypes.list, () => answerPage([] as ShiftType[]));
  api.on(contract.shiftTypes.create, () => answerCreated(night));
  return { api, ...renderApp(<ShiftTypesPage />, { user: head, at }) };
}

async function openForm() {
  await screen.findByText(/^No shift types yet/);
  await userEvent.click(screen.getByRole('button', { name: 'New shift type' }));
  return screen.findByLabelText('Name');
}

it('creates a shift type in the laboratory on screen, also after a draft of another one was restored', async () => {
  const { unmount } = setUp(`/attendance/roster/types?laboratoryId=${kolkata._id}`);
  await userEvent.type(await openForm(), 'Night');
  unmount();
  const { api } = setUp(`/attendance/roster/types?laboratoryId=${patna._id}`);
  expect(await openForm()).toHaveValue('Night');
  await userEvent.type(screen.getByLabelText('Code'), 'N');
  fireEvent.change(screen.getByLabelText('Start'), { target: { value: '22:00' } });
  fireEvent.change(screen.getByLabelText('End'), { target: { value: '06:00' } });
  await userEvent.click(screen.getByRole('button', { name: 'Create shift type' }));
  await waitFor(() => expect(api.requests(contract.shiftTypes.create)).toHaveLength(1));
  expect(api.requests(contract.shiftTypes.create)[0]?.body).toMatchObject({ name: 'Night', laboratoryId: patna._id });
});

it('creates a shift type in the first laboratory of the network where the address names none', async () => {
  const { api } = setUp('/attendance/roster/types');
  await userEvent.type(await openForm(), 'Night');
  await userEvent.type(screen.getByLabelText('Code'), 'N');
  fireEvent.change(screen.getByLabelText('Start'), { target: { value: '22:00' } });
  fireEvent.change(screen.getByLabelText('End'), { target: { value: '06:00' } });
  await userEvent.click(screen.getByRole('button', { name: 'Create shift type' }));
  await waitFor(() => expect(api.requests(contract.shiftTypes.create)).toHaveLength(1));
  expect(api.requests(contract.shiftTypes.create)[0]?.body).toMatchObject({ laboratoryId: kolkata._id });
});
