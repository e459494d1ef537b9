import { contract, defaultPayrollFormat, type PayrollFormat } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { answer, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { PayrollFormatCard } from './payroll-format-card';

const kolkata = laboratory({ name: 'Kolkata' });
const format: PayrollFormat = {
  ...defaultPayrollFormat,
  columns: [
    { value: 'employeeCode', header: 'EMP' },
    { value: 'paid', header: 'PD' },
  ],
  updatedBy: null,
  updatedAt: null,
  version: 4,
};

async function edit() {
  const api = fakeApi();
  api.on(contract.laboratories.options, () => answer([kolkata]));
  api.on(contract.monthSheets.payrollFormat, () => answer(format));
  api.on(contract.monthSheets.sheet, () => failure('LABORATORY_NOT_FOUND'));
  renderApp(<PayrollFormatCard />, { user: sessionUser({ role: 'super_admin', laboratoryId: null }) });
  expect(await screen.findByText('EMP (Employee code), PD (Days paid)')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Edit format' }));
  return api;
}

it('moves, adds and names columns, and sends them with the version that was seen', async () => {
  const api = await edit();
  api.on(contract.monthSheets.setPayrollFormat, () => failure('VERSION_CONFLICT'));
  await userEvent.click(screen.getByRole('button', { name: 'Add column' }));
  const columns = screen.getByRole('list', { name: 'Columns' });
  await userEvent.click(within(columns).getByRole('button', { name: 'Move Days paid up' }));
  const added = within(columns).getByRole('textbox', { name: 'Header of Name' });
  await userEvent.clear(added);
  await userEvent.type(added, 'pd');
  expect(within(columns).getByText('Another column has this header')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Save format' })).toHaveAttribute('aria-disabled', 'true');
  await userEvent.type(added, '2');
  await userEvent.click(screen.getByRole('button', { name: 'Save format' }));
  await waitFor(() => expect(api.requests(contract.monthSheets.setPayrollFormat)).toHaveLength(1));
  expect(api.requests(contract.monthSheets.setPayrollFormat)[0]?.body).toMatchObject({
    columns: [
      { value: 'paid', header: 'PD' },
      { value: 'employeeCode', header: 'EMP' },
      { value: 'name', header: 'pd2' },
    ],
    version: 4,
  });
  expect(await screen.findByText('Someone else changed this in the meantime')).toBeVisible();
});

it('needs the employee code', async () => {
  await edit();
  await userEvent.click(screen.getByRole('button', { name: 'Remove Employee code' }));
  expect(screen.getByText('Add the employee code, by which payroll knows people')).toBeVisible();
});
