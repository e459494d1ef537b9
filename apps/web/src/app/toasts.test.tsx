import { act, fireEvent, screen, within } from '@testing-library/react';
import { enqueueSnackbar } from 'notistack';
import { useState } from 'react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfirmDialog } from '../ui/confirm-dialog';
import { FormDrawer } from '../screens/form/form-drawer';
import { undoToast } from '../ui/undo-toast';
import { renderApp } from '../testing/render-app';

function Form() {
  return (
    <FormDrawer open title="New entry" verb="Save" dirty={false} onSubmit={vi.fn()} onClose={vi.fn()}>
      <input />
    </FormDrawer>
  );
}

function Question() {
  return (
    <ConfirmDialog open title="Close books" verb="Close" onConfirm={vi.fn()} onCancel={vi.fn()}>
      No period will be closed.
    </ConfirmDialog>
  );
}

/** In small steps: what a timer changes is rendered at the end of a step, and only then sets its own timers. */
async function pass(ms: number) {
  for (let left = ms; left >= 0; left -= 100) await act(() => vi.advanceTimersByTimeAsync(Math.min(left, 100)));
}

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

describe('a toast', () => {
  it('is above a form that is open, not inside it, and screen readers hear it', async () => {
    renderApp(<Form />);
    act(() => void enqueueSnackbar('KOL-412 was saved'));
    await pass(0);
    const toast = screen.getByText('KOL-412 was saved');
    expect(within(screen.getByRole('dialog', { name: 'New entry' })).queryByText('KOL-412 was saved')).toBeNull();
    expect(toast.closest('[aria-hidden="true"]')).toBeNull();
  });

  it('interrupts a screen reader only with what did not go well', async () => {
    renderApp(<p>page</p>);
    act(() => void enqueueSnackbar('Saved', { variant: 'success' }));
    act(() => void enqueueSnackbar('Refused', { variant: 'error' }));
    await pass(0);
    expect(screen.getByText('Saved').closest('[role]')).toHaveAttribute('role', 'status');
    expect(screen.getByText('Refused').closest('[role]')).toHaveAttribute('role', 'alert');
  });

  it('stays where it is when a dialog opens', async () => {
    function Page() {
      const [asks, setAsks] = useState(false);
      return (
        <>
          <button onClick={() => setAsks(true)}>Ask</button>
          {asks && <Question />}
        </>
      );
    }
    renderApp(<Page />);
    act(() => void enqueueSnackbar('KOL-412 was saved'));
    await pass(0);
    const toast = screen.getByText('KOL-412 was saved');
    fireEvent.click(screen.getByRole('button', { name: 'Ask' }));
    await pass(500);
    expect(screen.getByRole('alertdialog')).not.toContainElement(toast);
    expect(screen.getByText('KOL-412 was saved')).toBe(toast);
    expect(toast.closest('[aria-hidden="true"]')).toBeNull();
  });

  it('takes no tap from what lies below it', async () => {
    renderApp(<p>page</p>);
    act(() => void enqueueSnackbar('Saved', { action: <button>Show</button> }));
    await pass(0);
    for (let element = screen.getByText('Saved') as Element | null; element; element = element.parentElement) {
      if (element === document.body) break;
      if (!element.classList.contains('toasts')) expect(getComputedStyle(element).pointerEvents).toBe('none');
    }
    expect(getComputedStyle(screen.getByRole('button', { name: 'Show' })).pointerEvents).toBe('auto');
  });

  it('is shown for four seconds, and for ten if it can undo something', async () => {
    const undone = vi.fn();
    function Page() {
      return <button onClick={() => undoToast('3 bottles used', undone)}>Use</button>;
    }
    renderApp(<Page />);
    act(() => void enqueueSnackbar('Saved'));
    fireEvent.click(screen.getByRole('button', { name: 'Use' }));
    await pass(3_900);
    expect(screen.getByText('Saved')).toBeInTheDocument();
    await pass(2_000);
    expect(screen.queryByText('Saved')).toBeNull();
    await pass(3_900);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(undone).toHaveBeenCalledOnce();
    await pass(1_000);
    expect(screen.queryByText('3 bottles used')).toBeNull();
  });
});
