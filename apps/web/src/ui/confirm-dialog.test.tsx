import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { UNREACHABLE_MESSAGE } from '../lib/api-error';
import { connection } from '../lib/connection';
import { renderApp } from '../testing/render-app';
import { ConfirmDialog, type Stoppable } from './confirm-dialog';

function ask(props: { destructive?: boolean; error?: string } & Stoppable = {}) {
  const choices = { onConfirm: vi.fn(), onCancel: vi.fn() };
  renderApp(
    <ConfirmDialog open title="Archive laboratory" verb="Archive" {...choices} {...props}>
      It stays in the records and can no longer change.
    </ConfirmDialog>,
  );
  return choices;
}

describe('a confirmation', () => {
  it('names its verb, says what will happen and focuses the safe choice', async () => {
    const { onCancel, onConfirm } = ask({ destructive: true });
    const dialog = screen.getByRole('alertdialog', { name: 'Archive laboratory' });
    expect(dialog).toHaveAccessibleDescription('It stays in the records and can no longer change.');
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onCancel).toHaveBeenCalledOnce();
    expect(onConfirm).not.toHaveBeenCalled();
  });

  it('scrolls within the window, like every dialog', () => {
    ask();
    expect(getComputedStyle(screen.getByRole('alertdialog'))).toMatchObject({ overflowY: 'auto', display: 'flex' });
  });

  it('no longer blames the connection once it is back', () => {
    act(() => connection.report(false));
    ask({ error: `Couldn't archive the laboratory. ${UNREACHABLE_MESSAGE}` });
    expect(screen.getByRole('alert')).toHaveTextContent("Can't reach the server");
    act(() => connection.report(true));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('status')).toHaveTextContent(
      /^Couldn't archive the laboratory\. You're back online: check whether this was done/,
    );
  });

  it('acts only when its verb is pressed', async () => {
    const { onConfirm } = ask();
    await userEvent.click(screen.getByRole('button', { name: 'Archive' }));
    expect(onConfirm).toHaveBeenCalledOnce();
  });

  it('stays with the reason when it was refused, and is stopped, not left, while it is under way', async () => {
    const onStop = vi.fn();
    const { onCancel } = ask({ error: 'This laboratory still has work in progress', pending: true, onStop });
    expect(screen.getByRole('alert')).toHaveTextContent('This laboratory still has work in progress');
    await userEvent.keyboard('{Escape}');
    expect(onCancel).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onStop).toHaveBeenCalledTimes(2);
    expect(onCancel).not.toHaveBeenCalled();
  });
});
