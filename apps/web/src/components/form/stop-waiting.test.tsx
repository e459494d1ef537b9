import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { LaboratoryForm } from '../../features/laboratories/form/laboratory-form';
import { renderApp } from '../../testing/render-app';

it('a write that hangs can be cancelled: the request is aborted and what was typed stays', async () => {
  const signals: AbortSignal[] = [];
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    if (signal) signals.push(signal);
    return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  });
  const onClose = vi.fn();
  renderApp(<LaboratoryForm document={laboratory({ name: 'Salt Lake' })} onClose={onClose} />, {
    user: sessionUser({ role: 'super_admin' }),
  });
  const name = screen.getByLabelText('Name', { selector: 'input' });
  await userEvent.clear(name);
  await userEvent.type(name, 'Salt Lake North');
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^This was cancelled before the server answered/);
  expect(signals.at(-1)?.aborted).toBe(true);
  expect(name).toHaveValue('Salt Lake North');
  expect(onClose).not.toHaveBeenCalled();
});
