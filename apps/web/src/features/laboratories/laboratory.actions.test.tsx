import { type Blocker, contract, type Laboratory } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { ActionDialog } from '../../screens/actions/action-dialog';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { laboratoryActions } from './laboratory.actions';

function setUp(action: 'suspend' | 'resume' | 'archive', stored: Laboratory, blockers: Blocker[] = []) {
  const api = fakeApi();
  api.on(contract.laboratories.update, () => answer(stored));
  api.on(contract.laboratories.blockers, () => answer(blockers));
  const onClose = vi.fn<() => void>();
  renderApp(<ActionDialog actions={laboratoryActions} action={action} item={stored} onClose={() => onClose()} />, {
    user: sessionUser({ role: 'super_admin' }),
  });
  return {
    api,
    onClose,
    archive: async () => {
      const verb = screen.getByRole('button', { name: 'Archive' });
      await waitFor(() => expect(verb).toBeEnabled());
      await userEvent.click(verb);
    },
    sent: () => api.requests(contract.laboratories.update).map(({ body }) => body),
  };
}

const blocked = failure('LABORATORY_HAS_BLOCKERS', {
  blockers: [
    { name: 'active staff', count: 22 },
    { name: 'open sessions', count: 1 },
  ],
});

describe('archiving', () => {
  it('says that it is final and names the version that was seen', async () => {
    const stored = laboratory({ name: 'Salt Lake', code: 'SLK', version: 4 });
    const { api, archive, onClose } = setUp('archive', stored);
    api.on(contract.laboratories.archive, () => answer(stored));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('its code SLK stays reserved');
    await archive();
    expect(await screen.findByText('Salt Lake was archived')).toBeVisible();
    expect(api.requests(contract.laboratories.archive)[0]?.query.get('version')).toBe('4');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('shows the blockers with links to their lists before it asks', async () => {
    const stored = laboratory({ name: 'Salt Lake' });
    const { api } = setUp('archive', stored, [
      { name: 'active staff', count: 22, resource: 'staff' },
      { name: 'pending approvals', count: 3, resource: 'transactions', filter: { status: ['pending', 'rejected'] } },
      { name: 'transfers in transit', count: 2, resource: 'transfers' },
    ]);
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Work is still in progress' }));
    const links = dialog.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
    expect(links).toEqual([
      ['22 active staff', `/staff?laboratoryId=${stored._id}`],
      ['3 pending approvals', `/finances/transactions?laboratoryId=${stored._id}&status=pending&status=rejected`],
      ['2 transfers in transit', `/inventory/transfers?laboratoryId=${stored._id}`],
    ]);
    expect(screen.queryByRole('button', { name: 'Archive' })).not.toBeInTheDocument();
    expect(api.requests(contract.laboratories.archive)).toEqual([]);
  });

  it.each([
    ['suspend', /^If you suspend it now .* its stock and transfers can't be settled until you resume it\.$/],
    ['resume', /^Resume it first\./],
  ] as const)('says that stock is settled while it is active, to who can %s it', async (action, hint) => {
    const stored = laboratory({ actions: { archive: { allowed: true }, [action]: { allowed: true } } });
    setUp('archive', stored, [{ name: 'items in stock', count: 29, resource: 'inventory' }]);
    expect(await screen.findByText(hint)).toBeVisible();
  });

  it('says nothing of stock where none is left', async () => {
    setUp('archive', laboratory(), [{ name: 'active staff', count: 22, resource: 'staff' }]);
    expect(await screen.findByText(/^Suspend it now \(read-only\) and archive it once/)).toBeVisible();
  });

  it('names each blocker with its count and suspends instead', async () => {
    const stored = laboratory({ name: 'Salt Lake', version: 4 });
    const { api, archive } = setUp('archive', stored);
    api.on(contract.laboratories.archive, () => blocked);
    await archive();
    const dialog = await screen.findByRole('alertdialog', { name: 'Work is still in progress' });
    expect(
      within(dialog)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['22 active staff', '1 open sessions']);
    await userEvent.click(screen.getByRole('button', { name: 'Suspend instead' }));
    expect(await screen.findByText('Salt Lake was suspended')).toBeVisible();
    expect(api.requests(contract.laboratories.update)[0]?.body).toEqual({ status: 'suspended', version: 4 });
  });

  it('does not offer to suspend what is suspended already', async () => {
    const open = { allowed: true };
    const suspended = laboratory({ status: 'suspended', actions: { edit: open, resume: open, archive: open } });
    const { api, archive } = setUp('archive', suspended);
    api.on(contract.laboratories.archive, () => blocked);
    await archive();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Suspend instead' })).not.toBeInTheDocument();
  });

  it('says why where the server refuses for another reason', async () => {
    const { api, archive, onClose } = setUp('archive', laboratory());
    api.on(contract.laboratories.archive, () => failure('LABORATORY_ARCHIVED'));
    await archive();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This laboratory is archived and can no longer be changed',
    );
    expect(onClose).not.toHaveBeenCalled();
  });
});

describe('suspending', () => {
  it('says what will happen, waits for the word, and the safe choice has the focus', async () => {
    const { onClose, sent } = setUp('suspend', laboratory({ name: 'Salt Lake', version: 3 }));
    const dialog = screen.getByRole('alertdialog', { name: 'Suspend laboratory' });
    expect(dialog).toHaveTextContent('Salt Lake becomes read-only: no one can clock in or post there');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    expect(sent()).toEqual([]);

    await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText('Salt Lake was suspended')).toBeVisible();
    expect(sent()).toEqual([{ status: 'suspended', version: 3 }]);
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('says that it was probably done already where the first answer was lost', async () => {
    const stored = laboratory({ name: 'Salt Lake', version: 3 });
    const { api } = setUp('suspend', stored);
    api.on(contract.laboratories.update, () => {
      api.on(contract.laboratories.update, () =>
        failure('VERSION_CONFLICT', {
          message: 'Asha Rao changed this laboratory in the meantime',
          conflict: {
            current: { ...stored, version: 4 },
            changedBy: 'Asha Rao',
            changedAt: '2026-11-21T09:15:00.000Z',
          },
        }),
      );
      throw new TypeError('No network');
    });
    await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
    await screen.findByRole('alert');
    await userEvent.click(screen.getByRole('button', { name: 'Suspend' }));
    await waitFor(() =>
      expect(screen.getByRole('alert')).toHaveTextContent(
        /^You changed this just now: your first attempt was probably/,
      ),
    );
  });

  it('does nothing behind the back of who saved meanwhile, and goes on when told to', async () => {
    const stored = laboratory({ name: 'Salt Lake', version: 3 });
    const { api, sent } = setUp('suspend', stored);
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
  const { sent } = setUp('resume', laboratory({ name: 'Salt Lake', status: 'suspended', version: 8 }));
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
  expect(await screen.findByText('Salt Lake was resumed')).toBeVisible();
  expect(sent()).toEqual([{ status: 'active', version: 8 }]);
});
