import {
  contract,
  type Duplicate,
  type PartySuggestion,
  type Role,
  type SessionUser,
  type TransactionType,
} from '@shifa/contract';
import { laboratory, periodClose, sessionUser, transaction } from '@shifa/contract/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { vi } from 'vitest';
import { dayAhead } from '../../../../lib/calendar';
import { answer, answerCreated, answerPage, fakeApi } from '../../../../testing/fake-api';
import { renderApp } from '../../../../testing/render-app';
import { NewTransaction } from '../new-transaction';

export const kolkata = laboratory({ name: 'Shifa Kolkata' });
export const dubai = laboratory({ name: 'Shifa Dubai', timezone: 'Asia/Dubai' });
const closed = laboratory({ name: 'Shifa Puri', status: 'suspended' });
const own: NonNullable<SessionUser['laboratoryId']> = {
  _id: kolkata._id,
  name: kolkata.name,
  code: kolkata.code,
  timezone: kolkata.timezone,
  contact: kolkata.contact,
  location: kolkata.location,
};
export const reason = 'This laboratory is suspended and accepts no entries';
export const made = transaction({ transactionNo: 'KOL-2026-27-000012', amountPaise: 50_000 });
const rao: PartySuggestion = {
  party: 'Rao Diagnostics',
  category: 'referral_in',
  paymentMethod: 'bank_transfer',
  uses: 12,
  lastUsedOn: '2026-11-20',
};
const das: PartySuggestion = { ...rao, party: 'Das Clinic', category: 'corporate', paymentMethod: 'upi' };

type Setting = {
  role?: Role;
  type?: TransactionType;
  lockedThrough?: string;
  duplicates?: Duplicate[];
  suspended?: boolean;
};

export function setUp({ role = 'lab_admin', type, lockedThrough, duplicates = [], suspended = false }: Setting = {}) {
  const api = fakeApi();
  api.on(contract.laboratories.get, () => answer(kolkata));
  api.on(contract.laboratories.options, () => answer([kolkata, dubai, closed]));
  api.on(contract.transactions.periodClose, () => answer(periodClose({ lockedThrough: lockedThrough ?? null })));
  api.on(contract.transactions.parties, () => answer([rao, das]));
  api.on(contract.transactions.duplicates, () => answer(duplicates));
  api.on(contract.transactions.create, () => answerCreated(made));
  api.on(contract.transactions.list, () => answerPage([], 1));
  const onClose = vi.fn<() => void>();
  const onShow = vi.fn<(entry: { _id: string }) => void>();
  const home = suspended ? { ...own, actions: { enterRecords: { allowed: false, reason } } } : own;
  const laboratoryId = role === 'super_admin' ? null : home;
  renderApp(<NewTransaction type={type} onClose={() => onClose()} onShow={(entry) => onShow(entry)} />, {
    user: sessionUser({ role, laboratoryId }),
  });
  const bodies = () => api.requests(contract.transactions.create).map(({ body }) => body);
  return { api, onClose, onShow, bodies };
}

export const amount = () => screen.getByRole('textbox', { name: 'Amount' });
export const category = () => screen.getByRole('combobox', { name: 'Category' });
export const method = () => screen.getByRole('combobox', { name: 'Payment method' });
export const party = () => screen.getByRole('combobox', { name: /^Party/ });
export const reference = () => screen.getByRole('textbox', { name: /^Reference/ });
export const date = () => screen.getByLabelText('Date');
export const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
export const today = dayAhead(0, 'Asia/Kolkata');
export const daysAgo = (days: number) => dayAhead(-days, 'Asia/Kolkata');
export const pickDay = async (day: string) => {
  await userEvent.clear(date());
  await userEvent.type(date(), day);
};

/** What a bill in cash takes, by keyboard alone: from the amount on, the way of the Tab key. */
export async function fillIn(sum = '500') {
  await userEvent.type(amount(), sum);
  await userEvent.type(category(), 'test');
  await userEvent.tab();
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'Tests');
}
