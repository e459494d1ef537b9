import { act, screen, within } from '@testing-library/react';
import { enqueueSnackbar } from 'notistack';
import { expect, it } from 'vitest';
import { ConfirmDialog } from '../components/confirm-dialog';
import { FormDrawer } from '../components/form/form-drawer';
import { renderApp } from '../testing/render-app';

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

it('shows confirmations inside the topmost dialog, also above a form', () => {
  renderApp(
    <>
      <Page open />
      <ConfirmDialog open title="Close books" verb="Close" onConfirm={() => undefined} onCancel={() => undefined}>
        No period will be closed.
      </ConfirmDialog>
    </>,
  );
  act(() => void enqueueSnackbar('The books are open'));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Close books' }));
  expect(dialog.getByText('The books are open')).toBeVisible();
});

it('shows confirmations inside the form that is open, otherwise over the page', async () => {
  const { unmount } = renderApp(<Page open />);
  act(() => void enqueueSnackbar('KOL-412 was saved'));
  expect(within(screen.getByRole('dialog', { name: 'New entry' })).getByText('KOL-412 was saved')).toBeVisible();
  unmount();
  renderApp(<Page open={false} />);
  act(() => void enqueueSnackbar('KOL-413 was saved'));
  expect(await screen.findByText('KOL-413 was saved')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});
