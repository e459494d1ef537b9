import OutlinedInput from '@mui/material/OutlinedInput';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderApp } from '../testing/render-app';
import { AppDialog } from './app-dialog';

function setUp({ first = '', ...props }: { pending?: boolean; first?: string } = {}) {
  const onClose = vi.fn();
  renderApp(
    <AppDialog
      title="Reject the leave"
      onSubmit={vi.fn()}
      onClose={onClose}
      decision={<button type="submit">Reject</button>}
      {...props}
    >
      <OutlinedInput multiline autoFocus defaultValue={first} inputProps={{ 'aria-label': 'Reason' }} />
    </AppDialog>,
  );
  return { onClose, reason: screen.getByRole('textbox', { name: 'Reason' }) };
}

it('asks before Escape, which is also the back button, closes it over what was typed', async () => {
  const { onClose, reason } = setUp();
  await userEvent.type(reason, 'Too many are away');
  await userEvent.keyboard('{Escape}');
  const question = await screen.findByRole('alertdialog', { name: 'Discard what you typed' });
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(question).not.toBeInTheDocument());
  expect(reason).toHaveValue('Too many are away');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.type(reason, '{Escape}');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('asks before Cancel as well, and not where the text is again what it was', async () => {
  const { onClose, reason } = setUp({ first: 'Mondays' });
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  await userEvent.clear(reason);
  await userEvent.click(cancel);
  await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.type(reason, 'Mondays');
  await userEvent.click(cancel);
  expect(onClose).toHaveBeenCalledOnce();
});

it('closes at once where nothing was typed, or it was removed again', async () => {
  const { onClose, reason } = setUp();
  await userEvent.type(reason, 'No');
  await userEvent.clear(reason);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it('stops what is pending without a question, as the text stays', async () => {
  const { onClose, reason } = setUp({ pending: true });
  await userEvent.type(reason, 'Too many are away{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
