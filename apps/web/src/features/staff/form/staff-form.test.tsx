import { contract, resolvePermissions, type Role, type SessionUser, type StaffMember } from '@shifa/contract';
import { laboratory, nextId, sessionUser, staffMember } from '@shifa/contract/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answer, answerCreated, answerPage, failure, fakeApi } from '../../../testing/fake-api';
import { renderApp } from '../../../testing/render-app';
import { typePartly, typeWhole } from '../../../testing/type-partly';
import { staffResource } from '../staff.resource';
import { StaffForm } from './staff-form';

const kolkata = laboratory({ name: 'Shifa Kolkata' });
const ownLaboratory: SessionUser['laboratoryId'] = {
  _id: kolkata._id,
  name: kolkata.name,
  code: kolkata.code,
  timezone: kolkata.timezone,
  contact: kolkata.contact,
  location: kolkata.location,
};
const ownId = nextId();
const stored = staffMember({ name: 'Meera Nair', email: 'meera@shifa.example', version: 3 });

type Setting = { person?: StaffMember; role?: Role; permissions?: SessionUser['permissions'] };

function setUp({ person, role = 'super_admin', permissions = resolvePermissions(role) }: Setting = {}) {
  const api = fakeApi();
  api.on(contract.laboratories.options, () => answer([kolkata]));
  api.on(contract.staff.get, () => answer(person ?? stored));
  api.on(contract.staff.update, () => answer(stored));
  api.on(contract.staff.create, () => answerCreated({ ...stored, temporaryPassword: '3Bm6-gWXb-XJ7E' }));
  const onClose = vi.fn<() => void>();
  const onSaved = vi.fn<() => void>();
  const laboratoryId = role === 'super_admin' ? null : ownLaboratory;
  const view = renderApp(<StaffForm id={person?._id} onSaved={() => onSaved()} onClose={() => onClose()} />, {
    user: sessionUser({ _id: ownId, id: ownId, role, laboratoryId, permissions }),
  });
  return { ...view, api, onClose, onSaved, bodies: () => api.requests(contract.staff.update).map(({ body }) => body) };
}

const field = (label: string | RegExp) => screen.findByLabelText(label, { selector: 'input' });
const type = async (label: string, text: string) => {
  await userEvent.clear(await field(label));
  await userEvent.type(await field(label), text);
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const choose = async (label: string, option: string) => {
  await userEvent.click(screen.getByRole('combobox', { name: label }));
  await userEvent.click(await screen.findByRole('option', { name: option }));
};

describe('a new person', () => {
  it('is validated by the contract, and the first invalid field gets the focus', async () => {
    const { api } = setUp();
    await press('Create person');
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(screen.getByText('Laboratory is required')).toBeVisible();
    await waitFor(async () => expect(await field('Full name')).toHaveFocus());
    expect(api.requests(contract.staff.create)).toEqual([]);
  });

  it('takes over the laboratory that the list is filtered by', async () => {
    const api = fakeApi();
    api.on(contract.laboratories.options, () => answer([laboratory({ _id: nextId(), name: 'Shifa Howrah' }), kolkata]));
    renderApp(<StaffForm onSaved={() => undefined} onClose={() => undefined} />, {
      user: sessionUser({ role: 'super_admin', laboratoryId: null }),
      at: `/staff?laboratoryId=${kolkata._id}`,
    });
    const choice = await screen.findByRole('combobox', { name: 'Laboratory' });
    await waitFor(() => expect(choice).toHaveTextContent(kolkata.name));
  });

  it('has departments of other people suggested, and takes any other', async () => {
    const { api } = setUp();
    api.on(contract.staff.suggestions, () => answer(['Pathology']));
    const asked = () => api.requests(contract.staff.suggestions).map(({ query }) => query.toString());
    await userEvent.type(await field(/^Department/), 'pat');
    await waitFor(() => expect(asked()).toContain('field=department&search=pat'));
    await userEvent.click(await screen.findByRole('option', { name: 'Pathology' }));
    expect(await field(/^Department/)).toHaveValue('Pathology');
    await userEvent.type(await field(/^Designation/), 'Phlebotomist');
    expect(await field(/^Designation/)).toHaveValue('Phlebotomist');
  });

  it('is sent once with its key, and the password is shown once with everything needed to sign in', async () => {
    const { api, onClose } = setUp();
    await type('Full name', 'Meera Nair');
    await type('Email', 'Meera@Shifa.example');
    await choose('Role', 'Manager');
    await choose('Laboratory', 'Shifa Kolkata');
    await press('Create person');

    const dialog = within(await screen.findByRole('dialog', { name: 'Temporary password' }));
    expect(dialog.getByLabelText('Temporary password', { selector: 'output' })).toHaveTextContent('3Bm6-gWXb-XJ7E');
    expect(dialog.getByText(/^It isn't shown again/)).toBeVisible();
    const [request] = api.requests(contract.staff.create);
    expect(request?.body).toMatchObject({
      name: 'Meera Nair',
      email: 'meera@shifa.example',
      role: 'manager',
      laboratoryId: kolkata._id,
      phone: null,
      department: null,
    });
    expect(request?.body).not.toHaveProperty('joiningDate');
    expect(request?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);

    const copied = vi.fn<(text: string) => Promise<void>>().mockResolvedValue();
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true });
    await userEvent.click(dialog.getByRole('button', { name: 'Copy password' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Copy address, email and password' }));
    expect(copied.mock.calls).toEqual([
      ['3Bm6-gWXb-XJ7E'],
      [`Sign in at ${window.location.origin}/login\nEmail: meera@shifa.example\nTemporary password: 3Bm6-gWXb-XJ7E`],
    ]);
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('created by a lab admin is a manager or staff of their own laboratory; other roles say why not', async () => {
    const { api } = setUp({ role: 'lab_admin' });
    expect(screen.getByRole('combobox', { name: 'Laboratory' })).toHaveAttribute('aria-disabled', 'true');
    expect(screen.getByRole('combobox', { name: 'Laboratory' })).toHaveTextContent('Shifa Kolkata');
    await userEvent.click(screen.getByRole('combobox', { name: 'Role' }));
    const options = screen.getAllByRole('option').map((option) => [option.textContent, option.ariaDisabled]);
    expect(options).toEqual([
      ['Super adminOnly super admins can manage super admins', 'true'],
      ['Lab adminOnly super admins can manage lab admins', 'true'],
      ['Manager', null],
      ['Staff', null],
    ]);
    await userEvent.keyboard('{Escape}');
    await type('Full name', 'Meera Nair');
    await type('Email', 'meera@shifa.example');
    await press('Create person');
    await screen.findByRole('dialog', { name: 'Temporary password' });
    expect(api.requests(contract.staff.create)[0]?.body).toMatchObject({ role: 'staff', laboratoryId: kolkata._id });
  });

  it('starts with a role that the viewer can give, and names the permissions that prevent others', async () => {
    setUp({ role: 'lab_admin', permissions: resolvePermissions('lab_admin', { 'leave.approve': false }, new Date()) });
    expect(screen.getByRole('combobox', { name: 'Role' })).toHaveTextContent('Staff');
    await userEvent.click(screen.getByRole('combobox', { name: 'Role' }));
    const reason = "You don't have these permissions, which a manager has: Leave: Approve and reject";
    expect(screen.getByRole('option', { name: `Manager ${reason}` })).toHaveAttribute('aria-disabled', 'true');
  });

  it('shows under the email that it is taken', async () => {
    const { api } = setUp({ role: 'lab_admin' });
    api.on(contract.staff.create, () =>
      failure('EMAIL_TAKEN', { errors: [{ field: 'email', message: 'Someone already has this email address' }] }),
    );
    await type('Full name', 'Meera Nair');
    await type('Email', 'meera@shifa.example');
    await press('Create person');
    expect(await screen.findByText('Someone already has this email address')).toBeVisible();
    await waitFor(async () => expect(await field('Email')).toHaveFocus());
  });
});

describe('an individual shift', () => {
  it('has hours and days, and says when it ends on the next day', async () => {
    const { bodies } = setUp({ person: stored });
    await userEvent.click(await screen.findByRole('button', { name: /^Shift/ }));
    await userEvent.click(screen.getByRole('switch', { name: /^Follows the laboratory/ }));
    await type('Starts', '22:00');
    await type('Ends', '06:00');
    expect(screen.getByText('On the next day.')).toBeVisible();
    typePartly(screen.getByLabelText('Starts'));
    expect(screen.queryByText('On the next day.')).toBeNull();
    typeWhole(screen.getByLabelText('Starts'), '22:00');
    await press('Saturday');
    await press('Save changes');
    await waitFor(() => expect(bodies()).toHaveLength(1));
    expect(bodies()[0]).toEqual({
      version: 3,
      shift: {
        start: '22:00',
        end: '06:00',
        breakMinutes: 30,
        weekdays: [1, 2, 3, 4, 5],
        graceLateMinutes: null,
        halfDayBelowMinutes: null,
        overtimeAfterMinutes: null,
      },
    });
  });

  it('requires at least one day', async () => {
    const person = staffMember({ shift: { ...nightShift, weekdays: [1] } });
    const { bodies } = setUp({ person });
    await userEvent.click(await screen.findByRole('button', { name: /^Shift/ }));
    await press('Monday');
    await press('Save changes');
    expect(await screen.findByText('Choose at least one working day')).toBeVisible();
    expect(bodies()).toEqual([]);
  });
});

const nightShift = {
  start: '22:00',
  end: '06:00',
  breakMinutes: 30,
  weekdays: [1, 2],
  graceLateMinutes: null,
  halfDayBelowMinutes: null,
  overtimeAfterMinutes: null,
};

describe('an edit', () => {
  it('sends what changed and nothing else', async () => {
    const { bodies, onClose } = setUp({ person: stored });
    await type('Full name', 'Meera Pillai');
    await press('Save changes');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(bodies()).toEqual([{ name: 'Meera Pillai', version: 3 }]);
  });

  it('of the own account leaves the contact data, and says who changes the rest', async () => {
    const workLockedReason = 'This affects your own work. Only super admins can change it.';
    const person = staffMember({ ...stored, _id: ownId, id: ownId, workLockedReason });
    const { bodies } = setUp({ person, role: 'lab_admin' });
    await userEvent.click(await screen.findByRole('button', { name: /^Shift/ }));
    for (const label of ['Full name', /^Department/, 'Joining date']) expect(await field(label)).toBeDisabled();
    expect(screen.getByRole('switch', { name: /^Follows the laboratory/ })).toBeDisabled();
    for (const name of ['Role', 'Laboratory', 'Employment']) {
      expect(screen.getByRole('combobox', { name })).toHaveAttribute('aria-disabled', 'true');
    }
    expect((await field('Full name')).closest('fieldset')).toHaveAccessibleDescription(workLockedReason);
    await userEvent.type(await field(/^Phone/), '+91 98300 11272');
    await press('Save changes');
    await waitFor(() => expect(bodies()).toEqual([{ phone: '+91 98300 11272', version: 3 }]));
  });

  it('names a colleague as the deputy of an approver, and says what the deputy does', async () => {
    const person = staffMember({
      ...stored,
      role: 'manager',
      actions: { ...stored.actions, nameDeputy: { allowed: true } },
    });
    const colleague = staffMember({ name: 'Nikhil Sen', employeeCode: 'KOL-0042' });
    const { api, bodies } = setUp({ person });
    api.on(contract.staff.list, () => answerPage([person, colleague]));
    const help = 'Decides on entries, attendance and leave while Meera Nair is on full-day approved leave';
    const input = await screen.findByRole('combobox', { name: /^Deputy/ });
    expect(input).toHaveAccessibleDescription(expect.stringContaining(help) as string);
    await userEvent.type(input, 'N');
    expect(screen.getAllByRole('option')).toHaveLength(1);
    await userEvent.click(await screen.findByRole('option', { name: 'Nikhil Sen (KOL-0042)' }));
    await press('Save changes');
    await waitFor(() => expect(bodies()).toEqual([{ deputyId: colleague._id, version: 3 }]));
    expect(api.requests(contract.staff.list)[0]?.query.get('laboratoryId[0]')).toBe(person.laboratoryId?._id);
  });

  it('shows both versions after a conflict and keeps the input', async () => {
    const { api, bodies, onClose } = setUp({ person: stored });
    const theirs = { ...stored, name: 'Meera N. Nair', phone: '+91 98300 12345', version: 4, updatedBy: 'Asha Rao' };
    api.on(contract.staff.update, ({ body }) =>
      (body as { version: number }).version === 4
        ? answer(theirs)
        : failure('VERSION_CONFLICT', {
            conflict: { current: theirs, changedBy: 'Asha Rao', changedAt: new Date().toISOString() },
          }),
    );
    await type('Full name', 'Meera Pillai');
    await press('Save changes');
    const panel = await screen.findByRole('group', { name: 'Newer version' });
    expect(panel).toHaveTextContent('Asha Rao saved a newer version just now');
    expect(screen.getByRole('radio', { name: 'Theirs: Meera N. Nair' })).not.toBeChecked();
    expect(screen.getByRole('radio', { name: 'Theirs: +91 98300 12345' })).toBeChecked();
    await press('Save changes');
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(bodies().at(-1)).toEqual({ name: 'Meera Pillai', version: 4 });
  });

  it('announces a newer version while the form is open', async () => {
    const { queryClient } = setUp({ person: stored });
    await field('Full name');
    act(() => {
      queryClient.setQueryData(staffResource.recentChange(stored._id).queryKey, {
        version: 4,
        by: { _id: nextId(), name: 'Asha Rao' },
        at: new Date().toISOString(),
      });
    });
    expect(await screen.findByRole('button', { name: 'Load the new version' })).toBeVisible();
    expect(screen.getByText('Asha Rao')).toBeVisible();
  });
});

describe('an edit', () => {
  it('says before a move which permissions end with it', async () => {
    const person = staffMember({ laboratoryId: { ...kolkata, _id: nextId(), name: 'Shifa Howrah' } });
    setUp({ person });
    const note = "Moving removes the person's individual permission overrides.";
    expect(await screen.findByRole('combobox', { name: 'Laboratory' })).toHaveTextContent('Shifa Howrah');
    expect(screen.queryByText(note)).toBeNull();
    await choose('Laboratory', 'Shifa Kolkata');
    expect(screen.getByText(note)).toBeVisible();
  });
});
