import { contract } from '@shifa/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { failure } from '../../../testing/fake-api';
import { field, press, setUp, stored, type, unfold } from './testing/open-form';

describe('a new laboratory', () => {
  it('is judged in the words of the contract, and the first fault has the focus', async () => {
    const { api } = setUp();
    await press('Create laboratory');
    for (const words of ['Name is required', 'Code is required', 'Phone is required', 'City is required']) {
      expect(await screen.findByText(words)).toBeVisible();
    }
    await waitFor(() => expect(field('Name')).toHaveFocus());
    expect(api.requests(contract.laboratories.create)).toEqual([]);
  });

  it('is sent once with its key, its code in capitals, and a blank email as none', async () => {
    const { api, onSaved, onClose } = setUp();
    await type('Name', 'Salt Lake');
    await type('Code', 'slk');
    expect(field('Code')).toHaveValue('SLK');
    await type('Phone', '+91 33 4021 7741');
    await type('City', 'Kolkata');
    await press('Create laboratory');
    await waitFor(() => expect(onSaved).toHaveBeenCalledExactlyOnceWith(stored));
    expect(onClose).toHaveBeenCalledOnce();
    const [request] = api.requests(contract.laboratories.create);
    expect(request?.body).toMatchObject({
      name: 'Salt Lake',
      code: 'SLK',
      contact: { phone: '+91 33 4021 7741', email: null },
      policies: { finance: { approvalLimitPaise: 5_000_000 } },
    });
    expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
  });

  it.each([
    ['texts', ['The name is reserved']],
    ['an object', { owner: 'The name is reserved' }],
    ['an object of lists', { owner: { kind: ['The name is reserved'] } }],
    ['something unknown', 7],
  ])('says what is wrong when the faults are %s', async (_, errors) => {
    const { api } = setUp();
    const { status, body } = failure('VALIDATION_FAILED');
    api.onOffContract(contract.laboratories.create, () => ({ status, body: { ...body, errors } }));
    await type('Name', 'Salt Lake');
    await type('Code', 'SLK');
    await type('Phone', '+91 33 4021 7741');
    await type('City', 'Kolkata');
    await press('Create laboratory');
    const reserved = errors === 7 ? '' : '. The name is reserved';
    expect(await screen.findByRole('alert')).toHaveTextContent(`Check the marked fields${reserved}`);
  });

  it('keeps its key when it is sent again', async () => {
    const { api } = setUp();
    api.on(contract.laboratories.create, () => failure('UNAVAILABLE'));
    await type('Name', 'Salt Lake');
    await type('Code', 'SLK');
    await type('Phone', '+91 33 4021 7741');
    await type('City', 'Kolkata');
    await press('Create laboratory');
    expect(await screen.findByText('The service is busy. Try again in a moment.')).toBeVisible();
    await press('Create laboratory');
    await waitFor(() => expect(api.requests(contract.laboratories.create)).toHaveLength(2));
    const keys = api.requests(contract.laboratories.create).map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys).size).toBe(1);
  });

  it('shows the server’s faults on their fields, dotted ones too, unfolds them and keeps the rest', async () => {
    const { api } = setUp({ document: stored });
    api.on(contract.laboratories.update, () =>
      failure('VALIDATION_FAILED', {
        errors: [
          { field: 'location.pincode', message: 'Invalid postal code' },
          { field: 'policies.attendance.graceLateMinutes', message: 'Must be at most 240' },
        ],
      }),
    );
    await type('Name', 'Salt Lake 2');
    await press('Save changes');
    expect(await screen.findByText('Invalid postal code')).toBeVisible();
    expect(screen.getByText('Must be at most 240')).toBeVisible();
    await waitFor(() => expect(field(/^Postal code/)).toHaveFocus());
    expect(field('Name')).toHaveValue('Salt Lake 2');
  });

  it('says under the code that it is taken', async () => {
    const { api } = setUp({ document: stored });
    api.on(contract.laboratories.update, () =>
      failure('LABORATORY_CODE_TAKEN', { errors: [{ field: 'code', message: 'This code is already in use' }] }),
    );
    await type('Code', 'KOL');
    await press('Save changes');
    expect(await screen.findByText('This code is already in use')).toBeVisible();
    await waitFor(() => expect(field('Code')).toHaveFocus());
  });

  it('takes days off and holidays, and refuses a date that stands twice', async () => {
    const { api } = setUp({ document: { ...stored, holidays: [{ date: '2026-01-26', name: 'Republic Day' }] } });
    await unfold('Calendar');
    await userEvent.click(screen.getByRole('button', { name: 'Friday' }));
    await press('Add holiday');
    const [, date] = screen.getAllByLabelText('Date');
    const [, name] = screen.getAllByLabelText('Name', { selector: '[placeholder="Name"]' });
    if (!date || !name) throw new Error('No second holiday');
    await userEvent.type(date, '2026-01-26');
    await userEvent.type(name, 'Twice');
    await press('Save changes');
    expect(await screen.findByText('Each date can appear only once')).toBeVisible();
    expect(api.requests(contract.laboratories.update)).toEqual([]);
    await userEvent.clear(date);
    await userEvent.type(date, '2026-01-01');
    await press('Save changes');
    await waitFor(() => expect(api.requests(contract.laboratories.update)).toHaveLength(1));
    expect(api.requests(contract.laboratories.update)[0]?.body).toEqual({
      version: 3,
      weeklyOff: [0, 5],
      holidays: [
        { date: '2026-01-01', name: 'Twice' },
        { date: '2026-01-26', name: 'Republic Day' },
      ],
    });
  });

  it('takes money as people type it', async () => {
    const { api } = setUp({ document: stored });
    await unfold('Policies');
    await type('Approval limit', '1,25,000.50');
    await press('Save changes');
    const question = within(await screen.findByRole('alertdialog', { name: 'Save changes' }));
    await userEvent.click(question.getByRole('button', { name: 'Save changes' }));
    await waitFor(() => expect(api.requests(contract.laboratories.update)).toHaveLength(1));
    expect(api.requests(contract.laboratories.update)[0]?.body).toMatchObject({
      policies: { finance: { approvalLimitPaise: 12_500_050 } },
    });
  });
});

describe('an edit', () => {
  it('sends what changed and nothing else, and nothing at all where nothing changed', async () => {
    const { api, onClose } = setUp({ document: stored });
    await press('Save changes');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(api.requests(contract.laboratories.update)).toEqual([]);
    await type('Name', 'Bidhannagar');
    await press('Save changes');
    await waitFor(() => expect(api.requests(contract.laboratories.update)).toHaveLength(1));
    expect(api.requests(contract.laboratories.update)[0]?.body).toEqual({ name: 'Bidhannagar', version: 3 });
  });

  it('makes a code read-only once records carry it', () => {
    setUp({ document: { ...stored, codeFrozen: true } });
    expect(field('Code')).toHaveAttribute('readonly');
    expect(screen.getByText("Records use this code, so you can't change it.")).toBeVisible();
  });

  it('locks what only a super admin sets where the server says so, with its reason', async () => {
    const reason = 'Only a super admin can change this';
    const actions = { ...stored.actions, editNetworkFields: { allowed: false, reason } };
    setUp({ document: { ...stored, actions }, role: 'lab_admin' });
    await unfold('Policies');
    await unfold('Calendar');
    expect(field('Code')).toHaveAttribute('readonly');
    expect(field('Code')).toHaveAccessibleDescription('Only a super admin can change this.');
    const ownWork = 'This affects your own work. Only a super admin can change this.';
    for (const label of ['Approval limit', 'Backdated after', 'Late after']) {
      expect(field(label)).toHaveAttribute('readonly');
      expect(field(label)).toHaveAccessibleDescription(ownWork);
    }
    for (const label of ['Time zone', 'Opens', /^Latitude/]) {
      expect(field(label)).toBeDisabled();
      expect(field(label).closest('fieldset')).toHaveAccessibleDescription(ownWork);
    }
    expect(screen.getByRole('button', { name: 'Add holiday' })).toBeDisabled();
    expect(field('Phone')).toBeEnabled();
  });
});
