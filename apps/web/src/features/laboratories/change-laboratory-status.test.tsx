import { contract, type Laboratory } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { ChangeLaboratoryStatus } from './change-laboratory-status';

function setUp(stored: Laboratory) {
  const api = fakeApi();
  api.on(contract.laboratories.update, () => answer(stored));
  const onClose = vi.fn<() => void>();
  renderApp(<ChangeLaboratoryStatus laboratory={stored} onClose={() => onClose()} />, {
    user: sessionUser({ role: 'super_admin' }),
  });
  const sent = () => api.requests(contract.laboratories.update).map(({ body }) => body);
  return { api, onClose, sent };
}

describe('suspending', () => {
  it('says what will happen, waits for the word, and the safe choice has the focus', async () => {
    const { onClose, sent } = setUp(laboratory({ name: 'Salt Lake', version: 3 }));
    const dialog = screen.getByRole('alertdialog', { name: 'Suspend laboratory' });
    expect(dialog).toHaveTextContent('Salt Lake can still be read, but nobody clocks in or posts there');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(sent()).toEqual([]);

    await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText('Salt Lake was suspended')).toBeVisible();
    expect(sent()).toEqual([{ status: 'suspended', version: 3 }]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('does nothing behind the back of who saved meanwhile, and goes on when told to', async () => {
    const stored = laboratory({ name: 'Salt Lake', version: 3 });
    const { api, sent } = setUp(stored);
    api.on(contract.laboratories.update, ({ body }) => {
      if ((body as { version: number }).version === 5) return answer(stored);
      return failure('VERSION_CONFLICT', {
        message: 'Asha Rao changed this laboratory in the meantime',
        conflict: {
          current: { ...stored, version: 5 },
          changedBy: 'Asha Rao',
          changedAt: '2026-11-21T09:15:00.000Z',
        },
      });
    });
    await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Asha Rao changed this laboratory in the meantime');
    await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText('Salt Lake was suspended')).toBeVisible();
    expect(sent()).toEqual([
      { status: 'suspended', version: 3 },
      { status: 'suspended', version: 5 },
    ]);
  });
});

it('resuming makes a suspended laboratory active', async () => {
  const { sent } = setUp(laboratory({ name: 'Salt Lake', status: 'suspended', version: 8 }));
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(await screen.findByText('Salt Lake was resumed')).toBeVisible();
  expect(sent()).toEqual([{ status: 'active', version: 8 }]);
});
