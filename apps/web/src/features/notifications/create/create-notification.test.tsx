import { type Role } from '@shifa/contract';
import { notification, sessionUser } from '@shifa/contract/testing';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answerCreated, failure } from '../../../testing/fake-api';
import { fakeFetch, success } from '../../../testing/fake-fetch';
import { renderApp } from '../../../testing/render-app';
import { broadcastProgress } from '../notification.queries';
import { CreateNotification } from './create-notification';

const person = { _id: '65f000000000000000000001', name: 'Asha Rao', employeeCode: 'KOL-001', status: 'active' };
const laboratory = { _id: '65f0000000000000000000b1', name: 'Salt Lake', code: 'SLT' };
const broadcast = { broadcastId: '65f0000000000000000000c1', recipients: 40, delivered: 40 };
const path = {
  create: 'POST /api/notifications/create',
  broadcast: `POST /api/notifications/laboratory/${laboratory._id}/broadcast`,
  all: 'POST /api/notifications/broadcast-all',
};

function open(role: Role, answers: Parameters<typeof fakeFetch>[0] = {}) {
  const calls = fakeFetch({
    'GET /api/staff/list': { status: 200, body: { users: [person] } },
    'GET /api/laboratories/list': success([laboratory]),
    [path.create]: answerCreated(notification()),
    [path.broadcast]: answerCreated(broadcast),
    [path.all]: answerCreated(broadcast),
    ...answers,
  });
  const home = { ...laboratory, timezone: 'Asia/Kolkata', contact: { phone: '' }, location: { address: '', city: '' } };
  const user = sessionUser({
    _id: '65f0000000000000000000d1',
    role,
    laboratoryId: role === 'super_admin' ? null : home,
  });
  const onClose = vi.fn();
  const view = renderApp(<CreateNotification onClose={onClose} />, { user });
  const sent = () => calls.filter(({ method }) => method === 'POST');
  return { ...view, calls, sent, onClose };
}

const sendButton = () => screen.getByRole('button', { name: 'Send notification' });

async function choose(label: string, option: string) {
  await userEvent.click(screen.getByRole('combobox', { name: new RegExp(`^${label}`) }));
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(option) }));
}

async function write() {
  await choose('Type', 'Announcement');
  await choose('Priority', 'High');
  await userEvent.click(screen.getByLabelText('Title'));
  await userEvent.paste('Power cut');
  await userEvent.click(screen.getByLabelText('Message'));
  await userEvent.paste('From 10 to 12');
}

const written = { type: 'announcement', priority: 'high', title: 'Power cut', message: 'From 10 to 12' };

describe('the form for a notification', () => {
  it('names what is missing, and sends nothing until somebody is chosen', async () => {
    const { sent } = open('super_admin');
    expect(sendButton()).toHaveAttribute('aria-disabled', 'true');
    expect(sendButton()).toHaveAccessibleDescription('Please select a user');
    await choose('User', 'Asha Rao');
    await userEvent.click(sendButton());
    for (const text of ['Type is required', 'Priority is required', 'Title is required', 'Message is required']) {
      expect(await screen.findByText(text)).toBeVisible();
    }
    await userEvent.click(screen.getByLabelText('Title'));
    await userEvent.paste('x'.repeat(201));
    await userEvent.click(screen.getByLabelText('Message'));
    await userEvent.paste('x'.repeat(1001));
    expect(await screen.findByText('Title too long')).toBeVisible();
    expect(await screen.findByText('Message too long')).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('sends to a person, says so, starts over and closes after 1.5 s', async () => {
    const { sent, onClose } = open('lab_admin');
    expect(screen.getAllByRole('radio').map((each) => each.closest('label')?.textContent)).toEqual([
      'Individual',
      'My Laboratory',
    ]);
    await choose('User', 'Asha Rao');
    await write();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await userEvent.click(sendButton());
    expect(await screen.findByText('Notification sent successfully!')).toBeVisible();
    expect(sent()[0]).toMatchObject({
      path: '/api/notifications/create',
      body: { ...written, recipientId: person._id },
    });
    expect(sent()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f]{32}$/);
    expect(screen.getByLabelText('Title')).toHaveValue('');
    expect(onClose).not.toHaveBeenCalled();
    act(() => void vi.advanceTimersByTime(1_500));
    expect(onClose).toHaveBeenCalledOnce();
    vi.useRealTimers();
  });

  it('stays open for what is typed after the success', async () => {
    const { onClose } = open('lab_admin');
    await choose('User', 'Asha Rao');
    await write();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await userEvent.click(sendButton());
    await screen.findByText('Notification sent successfully!');
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'The next one' } });
    act(() => void vi.advanceTimersByTime(5_000));
    expect(onClose).not.toHaveBeenCalled();
    expect(screen.getByLabelText('Title')).toHaveValue('The next one');
    vi.useRealTimers();
  });

  it('sends to the own laboratory of a lab admin', async () => {
    const { sent, calls } = open('lab_admin');
    await userEvent.click(screen.getByRole('radio', { name: 'My Laboratory' }));
    expect(screen.getByText('Everyone in Salt Lake will be notified.')).toBeVisible();
    await write();
    await userEvent.click(sendButton());
    await screen.findByText('Notification sent successfully!');
    expect(sent()).toMatchObject([{ path: path.broadcast.slice(5), body: written }]);
    const listed = calls.find((call) => call.path === '/api/staff/list');
    expect(listed?.query.get('laboratoryId')).toBe(laboratory._id);
  });

  it('finds people on the server as they are typed, and keeps who was chosen', async () => {
    const other = { ...person, _id: '65f000000000000000000002', name: 'Ravi Das', employeeCode: 'KOL-002' };
    const { sent, calls } = open('super_admin', {
      'GET /api/staff/list': (call) => success(call.query.get('search') === 'ravi@' ? [other] : [person]),
    });
    const box = screen.getByRole('combobox', { name: /^User/ });
    await userEvent.type(box, 'ravi@');
    await userEvent.click(await screen.findByRole('option', { name: /Ravi Das/ }));
    expect(box).toHaveValue('Ravi Das (KOL-002)');
    await waitFor(() => expect(calls.at(-1)?.query.get('search')).toBeNull());
    await write();
    expect(box).toHaveValue('Ravi Das (KOL-002)');
    await userEvent.click(sendButton());
    await screen.findByText('Notification sent successfully!');
    expect(sent()[0]).toMatchObject({ body: { recipientId: other._id } });
    const asked = calls.filter(({ path: at }) => at === '/api/staff/list');
    expect(new Set(asked.map(({ query }) => query.get('limit')))).toEqual(new Set(['20']));
  });

  it('keeps what is typed for another person after a look at the laboratories', async () => {
    const other = { ...person, _id: '65f000000000000000000002', name: 'Rohan Das', employeeCode: 'KOL-002' };
    open('super_admin', {
      'GET /api/staff/list': (call) => success(call.query.get('search') === 'Rohan' ? [other] : [person]),
    });
    await choose('User', 'Asha Rao');
    await userEvent.click(screen.getByRole('radio', { name: 'Laboratory' }));
    await choose('Laboratory', 'Salt Lake');
    await userEvent.click(screen.getByRole('radio', { name: 'Individual' }));
    const box = screen.getByRole('combobox', { name: /^User/ });
    // Over the name that is selected, as people do.
    await userEvent.type(box, 'Rohan', { initialSelectionStart: 0, initialSelectionEnd: 99 });
    const option = await screen.findByRole('option', { name: /Rohan Das/ });
    expect(box).toHaveValue('Rohan');
    await userEvent.click(option);
    expect(box).toHaveValue('Rohan Das (KOL-002)');
  });

  it('lets a super admin choose the laboratory', async () => {
    const { sent } = open('super_admin');
    await userEvent.click(screen.getByRole('radio', { name: 'Laboratory' }));
    expect(sendButton()).toHaveAccessibleDescription('Please select a laboratory');
    await choose('Laboratory', 'Salt Lake');
    await write();
    await userEvent.click(sendButton());
    await screen.findByText('Notification sent successfully!');
    expect(sent()).toMatchObject([{ path: path.broadcast.slice(5) }]);
  });

  it('asks before it sends to everyone, and shows how far it is delivered', async () => {
    const { sent, queryClient } = open('super_admin', { [path.all]: 'never' });
    await userEvent.click(screen.getByRole('radio', { name: 'All Users' }));
    await write();
    await userEvent.click(sendButton());
    const question = within(await screen.findByRole('alertdialog', { name: 'Send to everyone' }));
    expect(sent()).toEqual([]);
    await userEvent.click(question.getByRole('button', { name: 'Send to everyone' }));
    await waitFor(() => expect(sent()).toHaveLength(1));
    const progress = { broadcastId: broadcast.broadcastId, recipients: 5_000, delivered: 250 };
    act(() => void queryClient.setQueryData(broadcastProgress.queryKey, progress));
    expect(await screen.findByText('Delivered to 250 of 5,000 people')).toBeVisible();
  });

  it.each([
    ['Individual', path.create, 'Failed to create notification'],
    ['Laboratory', path.broadcast, 'Failed to broadcast notification'],
    ['All Users', path.all, 'Failed to broadcast to all'],
  ])('explains a failure: %s', async (mode, route, text) => {
    const { sent } = open('super_admin', { [route]: { status: 502, body: '<html>' } });
    await userEvent.click(screen.getByRole('radio', { name: mode }));
    if (mode === 'Individual') await choose('User', 'Asha Rao');
    if (mode === 'Laboratory') await choose('Laboratory', 'Salt Lake');
    await write();
    for (const times of [1, 2]) {
      await userEvent.click(await screen.findByRole('button', { name: 'Send notification' }));
      const confirm = mode === 'All Users' && (await screen.findByRole('alertdialog'));
      if (confirm) await userEvent.click(within(confirm).getByRole('button', { name: 'Send to everyone' }));
      await waitFor(() => expect(sent()).toHaveLength(times));
      expect(await screen.findByText(text)).toBeVisible();
    }
    const keys = sent().map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[1]).toBe(keys[0]);
  });

  it('is there again after a reload except for the person, and sent once although the first answer was lost', async () => {
    const failing = open('super_admin', { [path.create]: failure('UNAVAILABLE') });
    await choose('User', 'Asha Rao');
    await write();
    await userEvent.click(sendButton());
    await screen.findByText('The service is busy. Try again in a moment.');
    failing.unmount();

    const { sent } = open('super_admin');
    expect(await screen.findByText(/^Your changes from/)).toBeVisible();
    expect(screen.getByLabelText('Message')).toHaveValue('From 10 to 12');
    expect(screen.getByRole('combobox', { name: /^User/ })).toHaveValue('');
    expect(sendButton()).toHaveAttribute('aria-disabled', 'true');
    await choose('User', 'Asha Rao');
    await userEvent.click(sendButton());
    await waitFor(() => expect(sent()).toHaveLength(1));
    const [first] = failing.sent();
    expect(sent()[0]?.body).toEqual(first?.body);
    expect(sent()[0]?.headers.get('idempotency-key')).toBe(first?.headers.get('idempotency-key'));
    await waitFor(() => expect(sessionStorage).toHaveLength(0));
  });

  it('has empty lists when they cannot be loaded', async () => {
    open('super_admin', {
      'GET /api/staff/list': failure('UNAVAILABLE'),
      'GET /api/laboratories/list': new TypeError(),
    });
    await userEvent.click(screen.getByRole('combobox', { name: /^User/ }));
    expect(await screen.findByText('No options')).toBeVisible();
  });
});
