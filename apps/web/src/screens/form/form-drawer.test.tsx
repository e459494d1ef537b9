import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { render } from '@testing-library/react';
import { ThemeProvider } from '@mui/material/styles';
import { describe, expect, it, vi } from 'vitest';
import { theme } from '../../app/theme/theme';
import { UNREACHABLE_MESSAGE } from '../../lib/api-error';
import { connection } from '../../lib/connection';
import type { Stoppable } from '../../ui/confirm-dialog';
import { FormDrawer } from './form-drawer';

function Place() {
  return <p>at {useLocation().pathname}</p>;
}

function openDrawer({ dirty = false, ...props }: { dirty?: boolean } & Stoppable = {}) {
  const handlers = { onSubmit: vi.fn(), onClose: vi.fn() };
  window.history.pushState({ idx: 0 }, '', '/before');
  window.history.pushState({ idx: 1 }, '', '/here');
  const drawer = (
    <FormDrawer open title="New laboratory" verb="Create laboratory" dirty={dirty} {...handlers} {...props}>
      <input aria-label="Name" />
    </FormDrawer>
  );
  const view = render(
    <ThemeProvider theme={theme}>
      <BrowserRouter>
        <Place />
        {drawer}
      </BrowserRouter>
    </ThemeProvider>,
  );
  return { ...handlers, ...view };
}

describe('a form in a drawer', () => {
  it('is sent by its verb and by Ctrl+Enter', async () => {
    const { onSubmit } = openDrawer();
    await userEvent.click(screen.getByRole('button', { name: 'Create laboratory' }));
    await userEvent.type(screen.getByLabelText('Name'), 'North{Control>}{Enter}{/Control}');
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it('is not sent twice while it is under way', async () => {
    const onStop = vi.fn();
    const { onSubmit, onClose } = openDrawer({ pending: true, onStop });
    await userEvent.type(screen.getByLabelText('Name'), '{Control>}{Enter}{/Control}');
    await userEvent.keyboard('{Escape}');
    expect(onStop).toHaveBeenCalledOnce();
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('no longer blames the connection once it is back, even if another request was answered at once', () => {
    const props = { open: true, title: 'New', verb: 'Create', dirty: true, onSubmit: vi.fn(), onClose: vi.fn() };
    const form = (error?: string) => (
      <ThemeProvider theme={theme}>
        <BrowserRouter>
          <FormDrawer {...props} {...(error !== undefined && { error })}>
            fields
          </FormDrawer>
        </BrowserRouter>
      </ThemeProvider>
    );
    const unreachable = `Couldn't save. ${UNREACHABLE_MESSAGE}`;
    act(() => connection.report(false));
    const { rerender } = render(form(unreachable));
    expect(screen.getByRole('alert')).toHaveTextContent(unreachable);
    act(() => connection.report(true));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText(/^You're back online\. This may already have been saved\./)).toBeVisible();
    rerender(form());
    expect(screen.queryByText(/^You're back online/)).toBeNull();
    rerender(form('The server refused it'));
    expect(screen.getByRole('alert')).toHaveTextContent('The server refused it');
    rerender(form(unreachable));
    expect(screen.getByText(/^You're back online/)).toBeVisible();
  });

  it('closes at once when nothing would be lost', async () => {
    const { onClose } = openDrawer();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('asks before unsaved work is lost, and keeps it unless told otherwise', async () => {
    const { onClose } = openDrawer({ dirty: true });
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('takes the back button as a wish to close', async () => {
    const { onClose } = openDrawer({ dirty: true });
    act(() => window.history.back());
    await screen.findByRole('alertdialog', { name: 'Discard changes' });
    await waitFor(() => expect(window.location.pathname).toBe('/here'));
    expect(screen.getByText('at /here')).toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('stops waiting for the server by the back button, instead of leaving while it is sent', async () => {
    const onStop = vi.fn();
    const { onClose } = openDrawer({ dirty: true, pending: true, onStop });
    act(() => window.history.back());
    await waitFor(() => expect(onStop).toHaveBeenCalledOnce());
    await waitFor(() => expect(window.location.pathname).toBe('/here'));
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
  });

  it('asks in the words of the browser when the window is closed', () => {
    const { unmount } = openDrawer({ dirty: true });
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
    unmount();
    const later = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(later);
    expect(later.defaultPrevented).toBe(false);
  });
});
