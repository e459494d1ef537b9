import { contract, type FailedMessage } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { doubleTap } from '../../testing/double-tap';
import { answerDone, answerPage, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { FailedMessages } from './failed-messages';
import { ConfirmEmailPage, UnsubscribePage } from './link-pages';

const TOKEN = 'q3'.padEnd(43, 'Zb7');

describe('the link of an email', () => {
  it('confirms the address when the button is pressed, and not before', async () => {
    const api = fakeApi();
    api.on(contract.messages.confirm, () => answerDone('Your email address is confirmed'));
    renderApp(<ConfirmEmailPage />, { user: sessionUser(), at: `/confirm-email#${TOKEN}` });
    expect(api.requests(contract.messages.confirm)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Confirm address' }));
    expect(await screen.findByText('Your email address is confirmed')).toBeVisible();
    expect(api.requests(contract.messages.confirm).map(({ body }) => body)).toEqual([{ token: TOKEN }]);
    expect(screen.getByRole('link', { name: 'Choose what is sent to you' })).toHaveAttribute(
      'href',
      '/settings/notifications',
    );
  });

  it('says why it does nothing', async () => {
    const api = fakeApi();
    api.on(contract.messages.unsubscribe, () => failure('LINK_INVALID'));
    renderApp(<UnsubscribePage />, { user: sessionUser(), at: `/unsubscribe#${TOKEN}` });
    await userEvent.click(screen.getByRole('button', { name: 'Turn digests off' }));
    expect(await screen.findByText(/This link is invalid/)).toBeVisible();
  });

  it('that is incomplete offers no button', () => {
    renderApp(<ConfirmEmailPage />, { user: sessionUser(), at: '/confirm-email#short' });
    expect(screen.getByText(/This link is incomplete/)).toBeVisible();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

it('lists what could not be sent with the answer of the other side, to be sent again', async () => {
  const failed: FailedMessage = {
    _id: 'a'.repeat(24),
    purpose: 'digest',
    channel: 'email',
    recipient: { _id: 'b'.repeat(24), name: 'Asha Rao' },
    address: null,
    attempts: 6,
    failedAt: '2026-11-20T05:30:00.000Z',
    error: '550 No such user',
  };
  const toSupplier: FailedMessage = {
    ...failed,
    _id: 'c'.repeat(24),
    purpose: 'purchase_order',
    recipient: null,
    address: 'orders@meril.example',
    error: '552 Mailbox full',
  };
  const api = fakeApi();
  api.on(contract.messages.listFailed, () => ({
    status: 200,
    body: { ...answerPage([failed, toSupplier]).body, emailOffered: true, waiting: 3 },
  }));
  api.on(contract.messages.retry, () => answerDone('The message will be sent again'));
  renderApp(<FailedMessages />, { user: sessionUser({ role: 'super_admin' }), at: '/settings/network' });
  expect(await screen.findByText('Digest to Asha Rao · Email')).toBeVisible();
  expect(screen.getByText(/550 No such user/)).toBeVisible();
  expect(screen.getByText('Purchase order to orders@meril.example · Email')).toBeVisible();
  expect(screen.getByText(/Pending messages: 3\./)).toBeVisible();
  const [first] = screen.getAllByRole('button', { name: 'Send again' });
  if (first) await doubleTap(first);
  expect(await screen.findByText('The message will be sent again')).toBeVisible();
  expect(api.requests(contract.messages.retry).map(({ params }) => params.id)).toEqual([failed._id]);
});

it('shows the page before when the last message of a page was sent again', async () => {
  const all = Array.from({ length: 21 }, (_, index): FailedMessage => ({
    _id: String(index).padStart(24, '0'),
    purpose: 'digest',
    channel: 'email',
    recipient: { _id: 'b'.repeat(24), name: `Person ${index}` },
    address: null,
    attempts: 6,
    failedAt: '2026-11-20T05:30:00.000Z',
    error: '550 No such user',
  }));
  const api = fakeApi();
  api.on(contract.messages.listFailed, ({ query }) => {
    const page = Number(query.get('page'));
    const { body } = answerPage(all.slice(20 * (page - 1), 20 * page), all.length, page);
    return { status: 200, body: { ...body, emailOffered: true, waiting: 0 } };
  });
  api.on(contract.messages.retry, () => {
    all.pop();
    return answerDone('The message will be sent again');
  });
  renderApp(<FailedMessages />, { user: sessionUser({ role: 'super_admin' }), at: '/settings/network' });
  await userEvent.click(await screen.findByRole('button', { name: 'Go to page 2' }));
  expect(await screen.findByText('Digest to Person 20 · Email')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  expect(await screen.findByText('Digest to Person 19 · Email')).toBeVisible();
  expect(screen.queryByText(/^No failed messages/)).toBeNull();
});

it('tells the operator what email needs', async () => {
  const api = fakeApi();
  api.on(contract.messages.listFailed, () => ({
    status: 200,
    body: { ...answerPage([] as FailedMessage[]).body, emailOffered: false, waiting: 0 },
  }));
  renderApp(<FailedMessages />, { user: sessionUser({ role: 'super_admin' }), at: '/settings/network' });
  expect(await screen.findByText(/Set SMTP_URL, MAIL_FROM and PUBLIC_URL/)).toBeVisible();
});
