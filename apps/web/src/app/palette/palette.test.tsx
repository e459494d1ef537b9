import Dialog from '@mui/material/Dialog';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Suspense } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { useLeaveGuard } from '../../ui/drawers/use-leave-guard';
import { lazyPart } from '../../ui/lazy-part';
import { onPhone } from '../../testing/on-phone';
import { box, highlighted, openByKey, press, setUp, texts, type } from '../../testing/palette';

describe('the command palette', () => {
  it('opens by its button and by Ctrl+K from where somebody types, and closes by Escape and by Ctrl+K', async () => {
    setUp();
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(await box()).toHaveFocus();
    press('Escape');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByRole('textbox', { name: 'On the page' }).focus();
    openByKey();
    expect(await box()).toHaveFocus();
    openByKey();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('does not open above a form, whose text could be lost, but above what has an address', async () => {
    setUp({ children: <Dialog open>A form</Dialog> });
    openByKey();
    expect(screen.getByText('Close the open dialog before you search.')).toBeVisible();
    expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull();
    document.querySelector<HTMLElement>('.MuiDialog-root')?.setAttribute('data-addressed', '');
    openByKey();
    expect(await screen.findByRole('dialog', { name: 'Search' })).toBeVisible();
  });

  it('keeps the focus when a drawer arrives late, which opens once the palette is closed', async () => {
    let arrive = (): void => undefined;
    const Drawer = lazyPart<{ onClose: () => void }>(async () => {
      await new Promise<void>((resolve) => (arrive = resolve));
      return ({ onClose }) => (
        <Dialog open onClose={onClose}>
          <button>Edit entry</button>
        </Dialog>
      );
    });
    setUp({
      children: (
        <Suspense fallback={null}>
          <Drawer onClose={vi.fn()} />
        </Suspense>
      ),
    });
    openByKey();
    const input = await box();
    await act(async () => {
      arrive();
      await new Promise((resolve) => setTimeout(resolve, 50));
    });
    expect(input).toHaveFocus();
    expect(screen.queryByText('Edit entry')).toBeNull();
    press('Escape');
    expect(await screen.findByRole('button', { name: 'Edit entry' })).toBeVisible();
  });

  it('is an icon on a phone, and fills the screen', async () => {
    onPhone();
    setUp({ phone: true });
    fireEvent.click(screen.getByRole('button', { name: 'Search' }));
    await box();
    expect(screen.getByRole('dialog')).toHaveClass('MuiDialog-paperFullScreen');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is worked by the keys of a combobox', async () => {
    const { address } = setUp();
    openByKey();
    const input = await box();
    expect(input).toHaveAttribute('aria-controls', screen.getByRole('listbox').id);
    expect(screen.getByRole('group', { name: 'Pages' })).toBeVisible();
    const all = texts();
    expect(highlighted()).toBe(all[0]);
    press('ArrowDown');
    expect(highlighted()).toBe(all[1]);
    press('ArrowUp');
    expect(highlighted()).toBe(all[0]);
    press('End');
    expect(highlighted()).toBe(all.at(-1));
    press('Home');
    press('ArrowDown');
    press('Enter');
    await waitFor(() => expect(address()).toBe('/approvals'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('opens a new tab by Ctrl+Enter and stays', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { address } = setUp();
    openByKey();
    await box();
    type('movements');
    press('Enter', { ctrlKey: true });
    expect(opened).toHaveBeenCalledWith('/inventory/movements', '_blank', 'noopener');
    expect(address()).toBe('/dashboard');
    expect(screen.getByRole('combobox')).toBeVisible();
  });

  it('asks before unsaved work on the page is left', async () => {
    const ask = vi.fn();
    function Unsaved() {
      useLeaveGuard(true, ask);
      return null;
    }
    const { address } = setUp({ children: <Unsaved /> });
    openByKey();
    await box();
    type('movements');
    press('Enter');
    expect(ask).toHaveBeenCalledOnce();
    expect(address()).toBe('/dashboard');
    fireEvent.keyDown(document.body, { key: 'Escape' });
  });
});

describe('G and a letter', () => {
  it('lead to a page, and are listed by ?', async () => {
    const { address } = setUp();
    await userEvent.keyboard('gi');
    await waitFor(() => expect(address()).toBe('/inventory'));
    await userEvent.keyboard('?');
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
    expect(sheet.getByText('G then F')).toBeVisible();
    expect(sheet.getByText('Go to Finances')).toBeVisible();
    expect(sheet.getByText('Ctrl+K')).toBeVisible();
  });

  it('are letters where somebody types, and nothing for pages that the person does not have', async () => {
    const { address } = setUp({ role: 'staff' });
    await userEvent.keyboard('gf');
    await userEvent.type(screen.getByRole('textbox', { name: 'On the page' }), 'ga');
    expect(address()).toBe('/dashboard');
  });

  it('ask before unsaved work on the page is left', async () => {
    const ask = vi.fn<(leave: () => void) => void>();
    function Unsaved() {
      useLeaveGuard(true, ask);
      return null;
    }
    const { address } = setUp({ children: <Unsaved /> });
    await userEvent.keyboard('gi');
    expect(address()).toBe('/dashboard');
    act(() => ask.mock.calls[0]?.[0]());
    await waitFor(() => expect(address()).toBe('/inventory'));
  });
});
