import { contract, type Laboratory } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { ArchiveLaboratory } from './archive-laboratory';

function setUp(stored: Laboratory) {
  const api = fakeApi();
  const onClose = vi.fn<() => void>();
  renderApp(<ArchiveLaboratory laboratory={stored} onClose={() => onClose()} />, {
    user: sessionUser({ role: 'super_admin' }),
  });
  return { api, onClose, archive: () => userEvent.click(screen.getByRole('button', { name: 'Archive' })) };
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
    const { api, archive, onClose } = setUp(stored);
    api.on(contract.laboratories.archive, () => answer(stored));
    expect(screen.getByRole('alertdialog')).toHaveTextContent('its code SLK stays reserved');
    await archive();
    expect(await screen.findByText('Salt Lake was archived')).toBeVisible();
    expect(api.requests(contract.laboratories.archive)[0]?.query.get('version')).toBe('4');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('names each blocker with its count and suspends instead', async () => {
    const stored = laboratory({ name: 'Salt Lake', version: 4 });
    const { api, archive } = setUp(stored);
    api.on(contract.laboratories.archive, () => blocked);
    api.on(contract.laboratories.update, () => answer(stored));
    await archive();
    const dialog = await screen.findByRole('alertdialog', { name: 'Work is still under way' });
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
    const { api, archive } = setUp(laboratory({ status: 'suspended' }));
    api.on(contract.laboratories.archive, () => blocked);
    await archive();
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Suspend instead' })).not.toBeInTheDocument();
  });

  it('says why where the server refuses for another reason', async () => {
    const { api, archive, onClose } = setUp(laboratory());
    api.on(contract.laboratories.archive, () => failure('LABORATORY_ARCHIVED'));
    await archive();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'This laboratory is archived and can no longer be changed',
    );
    expect(onClose).not.toHaveBeenCalled();
  });
});
