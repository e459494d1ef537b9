import { sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { BulkChangeDialog } from './bulk-change-dialog';

type Send = Parameters<typeof BulkChangeDialog<string>>[0]['send'];

const results = [{ _id: '1', name: 'Asha Rao', changes: [{ field: 'status' }], fault: null }];

function open(
  props: Pick<Parameters<typeof BulkChangeDialog<string>>[0], 'title' | 'verb' | 'send'> & { outcomeOf?: () => string },
) {
  renderApp(
    <BulkChangeDialog
      outcomeOf={() => 'Changed'}
      ids={['1']}
      request="change"
      describe={() => null}
      onDone={() => undefined}
      onClose={() => undefined}
      {...props}
    />,
    { user: sessionUser() },
  );
}

it('names itself on its button while nothing would change', async () => {
  const send = vi.fn<Send>(() =>
    Promise.resolve({ applied: false, results: [{ _id: '1', name: 'Asha Rao', changes: [], fault: null }] }),
  );
  open({ title: 'Change shift', verb: 'Change shift of', send });
  expect(await screen.findByText('No one would change.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Change shift' })).toBeDisabled();
});

it('repeats a change with the same key until it is answered, and then uses another one', async () => {
  const send = vi.fn<Send>((_request, _ids, { dryRun }) => Promise.resolve({ applied: !dryRun, results }));
  const applied = () => send.mock.calls.filter(([, , { dryRun }]) => !dryRun).map(([, , { key }]) => key);
  open({ title: 'Suspend people', verb: 'Suspend', outcomeOf: () => 'Suspended', send });
  const apply = async () => {
    const before = applied().length;
    await waitFor(() => expect(screen.getByRole('button', { name: 'Suspend 1 person' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Suspend 1 person' }));
    await waitFor(() => expect(applied()).toHaveLength(before + 1));
  };
  await screen.findByText('1 person would change.');

  send.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await apply();
  expect(await screen.findByRole('alert')).toBeVisible();
  // Somebody has changed since the preview: nothing was applied, and a repeated key would answer that again.
  send.mockResolvedValueOnce({ applied: false, results });
  await apply();
  await apply();
  expect(await screen.findByText('Suspended')).toBeVisible();

  const [first, second, third] = applied();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});
