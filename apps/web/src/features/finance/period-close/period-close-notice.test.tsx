import { contract, type Role } from '@shifa/contract';
import { laboratory, nextId, sessionUser } from '@shifa/contract/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { LiveSocket } from '../../../data/socket';
import { answer, fakeApi } from '../../../testing/fake-api';
import { FakeSocket } from '../../../testing/fake-socket';
import { renderApp } from '../../../testing/render-app';
import { periodCloseLive } from '../transaction.resource';
import { PeriodCloseNotice } from './period-close-notice';

const closing = (_id: string, version: number) => {
  return { _id, lockedThrough: version === 1 ? null : '2026-10-31', updatedBy: null, updatedAt: null, version };
};
const asha = { _id: nextId(), name: 'Asha Rao' };

/** With the id of the laboratory that is closed; by default the network. */
function setUp(role: Role, _id?: string) {
  const api = fakeApi();
  let version = 1;
  api.on(contract.transactions.periodClose, () =>
    answer(
      _id === undefined
        ? { ...closing('0'.repeat(24), version), laboratories: [] }
        : { ...closing('0'.repeat(24), 1), laboratories: [closing(_id, version)] },
    ),
  );
  const user = sessionUser({ role, laboratoryId: _id === undefined ? null : laboratory({ _id }) });
  const { queryClient } = renderApp(<PeriodCloseNotice />, { user });
  const socket = new FakeSocket();
  periodCloseLive(socket as unknown as LiveSocket, queryClient);
  return (by = asha) => {
    version = 2;
    act(() =>
      socket.receive('period-lock:updated', {
        _id: _id ?? '0'.repeat(24),
        version,
        by,
        at: new Date().toISOString(),
      }),
    );
  };
}

it('tells people with open screens why entries have left their queue', async () => {
  const close = setUp('lab_admin');
  close();
  const notice = await screen.findByRole('status');
  expect(notice).toHaveTextContent('Asha Rao closed the books through October 31, 2026 just now.');
  expect(notice).toHaveTextContent('Only a super admin can approve entries');
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByRole('status')).not.toBeInTheDocument();
});

it('names the own laboratory where only that was closed', async () => {
  const close = setUp('lab_admin', '7'.repeat(24));
  close();
  const notice = await screen.findByRole('status');
  expect(notice).toHaveTextContent('Asha Rao closed the books of this laboratory through October 31, 2026');
});

it('does not mention a queue to super admins, who keep theirs', async () => {
  const close = setUp('super_admin');
  close();
  expect(await screen.findByRole('status')).not.toHaveTextContent('no longer in your approvals');
});
