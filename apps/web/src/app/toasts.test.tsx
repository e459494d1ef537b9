import { act, screen, within } from '@testing-library/react';
import { enqueueSnackbar } from 'notistack';
import { expect, it } from 'vitest';
import { ConfirmDialog } from '../components/confirm-dialog';
import { FormDrawer } from '../components/form/form-drawer';
import { renderApp } from '../testing/render-app';
import { Toasts } from './toasts';

function Page({ open }: { open: boolean }) {
  return (
    <FormDrawer
      open={open}
      title="New entry"
      verb="Save"
      dirty={false}
      onSubmit={() => undefined}
      onClose={() => undefined}
    >
      <input />
    </FormDrawer>
  );
}

const page = (open: boolean) => (
  <Toasts>
    <Page open={open} />
  </Toasts>
);

it('shows confirmations inside the topmost dialog, also above a form', () => {
  renderApp(
    <Toasts>
      <Page open />
      <ConfirmDialog open title="Close books" verb="Close" onConfirm={() => undefined} onCancel={() => undefined}>
        No period will be closed.
      </ConfirmDialog>
    </Toasts>,
  );
  act(() => void enqueueSnackbar('The books are open'));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Close books' }));
  expect(dialog.getByText('The books are open')).toBeVisible();
});

it('shows confirmations inside the form that is open, otherwise over the page', async () => {
  const { unmount } = renderApp(page(true));
  act(() => void enqueueSnackbar('KOL-412 was saved'));
  expect(within(screen.getByRole('dialog', { name: 'New entry' })).getByText('KOL-412 was saved')).toBeVisible();
  unmount();
  renderApp(page(false));
  act(() => void enqueueSnackbar('KOL-413 was saved'));
  expect(await screen.findByText('KOL-413 was saved')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});
