import Button from '@mui/material/Button';
import Drawer from '@mui/material/Drawer';
import { ThemeProvider } from '@mui/material/styles';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { BrowserRouter, useLocation, useSearchParams } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { theme } from '../app/theme/theme';
import { clickBeside } from '../testing/click-beside';
import { ActionMenu } from './action-menu';
import { ConfirmDialog } from './confirm-dialog';
import { FilterSheet } from './filters/filter-sheet';
import { FormDrawer } from '../screens/form/form-drawer';
import { FormSelect } from './fields/form-select';
import { ReasonDialog } from '../screens/actions/reason-dialog';
import { useCheckedForm } from './fields/use-checked-form';

const done = vi.fn();
beforeEach(() => void done.mockReset());

/** Each kind of thing that opens above a page, as the page opens it. */
const layers: Record<string, () => React.ReactNode> = {
  menu: () => <ActionMenu label="Open" entries={[{ label: 'Archive', onSelect: () => undefined }]} />,
  'filter sheet': () => <FilterSheet filters={[]} typed={[]} />,
  question: () => (
    <Opened>
      {(close) => (
        <ConfirmDialog open title="Archive" verb="Archive" onConfirm={done} onCancel={close}>
          Archive it?
        </ConfirmDialog>
      )}
    </Opened>
  ),
  'reason dialog': () => (
    <Opened>
      {(close) => (
        <ReasonDialog title="Reject" verb="Reject" onSend={done} onCancel={close}>
          Reject it?
        </ReasonDialog>
      )}
    </Opened>
  ),
  'clean form': () => (
    <Opened>
      {(close) => (
        <FormDrawer
          open
          title="New item"
          verb="Create"
          dirty={false}
          also={{ verb: 'And another', onSubmit: () => void done('also') }}
          onSubmit={done}
          onClose={close}
        >
          <input aria-label="Name" />
        </FormDrawer>
      )}
    </Opened>
  ),
};

function Opened({ children }: { children: (close: () => void) => React.ReactNode }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && children(() => setOpen(false))}
    </>
  );
}

function Place() {
  return <p>at {useLocation().pathname}</p>;
}

function renderAt(content: React.ReactNode, address = '/here') {
  window.history.pushState({ idx: 0 }, '', '/before');
  window.history.pushState({ idx: 1 }, '', address);
  return render(
    <ThemeProvider theme={theme}>
      <BrowserRouter>
        <Place />
        {content}
      </BrowserRouter>
    </ThemeProvider>,
  );
}

const shown = () => document.querySelector('[role="menu"], [role="dialog"], [role="alertdialog"]');
const goBack = () => act(() => window.history.back());
const open = () => fireEvent.click(screen.getAllByRole('button')[0] as HTMLElement);

describe('the back button', () => {
  it.each(Object.keys(layers))('closes a %s and stays on the page; then it leaves', async (kind) => {
    renderAt(layers[kind]?.());
    open();
    expect(shown()).not.toBeNull();
    goBack();
    await waitFor(() => expect(shown()).toBeNull());
    expect(screen.getByText('at /here')).toBeInTheDocument();
    await waitFor(() => expect(window.location.pathname).toBe('/here'));
    goBack();
    await waitFor(() => expect(screen.getByText('at /before')).toBeInTheDocument());
  });

  it('closes what is open because of its address, and leaves the page before as it was', async () => {
    function Correction() {
      const [params, setParams] = useSearchParams();
      if (!params.has('correct')) return null;
      return (
        <Drawer open onClose={() => setParams({}, { replace: true })}>
          <p role="dialog">Correct a day</p>
        </Drawer>
      );
    }
    renderAt(<Correction />, '/here?correct=1');
    expect(shown()).not.toBeNull();
    goBack();
    await waitFor(() => expect(shown()).toBeNull());
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/here'));
    goBack();
    await waitFor(() => expect(screen.getByText('at /before')).toBeInTheDocument());
  });

  it('closes the list of a select before it asks about the form below', async () => {
    function Form() {
      const { control } = useCheckedForm({ defaultValues: { batch: '' } });
      const options = [
        { value: '', label: 'First expiry first' },
        { value: 'b', label: 'LOT42' },
      ];
      return (
        <FormDrawer open title="Use" verb="Use" dirty onSubmit={done} onClose={done}>
          <FormSelect control={control} name="batch" label="Batch" options={options} />
        </FormDrawer>
      );
    }
    renderAt(<Form />);
    const select = screen.getByRole('combobox', { name: 'Batch' });
    // A default choice is shown, not an empty box.
    expect(select).toHaveTextContent('First expiry first');
    fireEvent.mouseDown(select);
    expect(screen.getByRole('listbox')).toBeVisible();
    goBack();
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(() => expect(window.location.pathname).toBe('/here'));
    goBack();
    expect(await screen.findByRole('alertdialog', { name: 'Discard changes' })).toBeVisible();
    expect(done).not.toHaveBeenCalled();
  });

  it('leaves what has an address to the router', async () => {
    renderAt(
      <Drawer open data-addressed onClose={done}>
        An entry
      </Drawer>,
    );
    goBack();
    await waitFor(() => expect(screen.getByText('at /before')).toBeInTheDocument());
    expect(done).not.toHaveBeenCalled();
  });
});

describe('a click beside', () => {
  it.each([
    ['question', false],
    ['reason dialog', true],
  ])('a %s leaves it open: %s', async (kind, stays) => {
    renderAt(layers[kind]?.());
    open();
    await clickBeside();
    if (stays) expect(screen.getByRole('button', { name: 'Reject' })).toBeVisible();
    else await waitFor(() => expect(shown()).toBeNull());
  });
});

describe('Ctrl+Enter', () => {
  const press = (target: Element, more = {}) =>
    fireEvent.keyDown(target, { key: 'Enter', ctrlKey: true, bubbles: true, ...more });

  it.each(['its title', 'its surface', 'nothing'])('sends the open form with the focus on %s', (place) => {
    renderAt(layers['clean form']?.());
    open();
    const targets: Record<string, Element> = {
      'its title': screen.getByText('New item'),
      'its surface': screen.getByRole('dialog'),
      nothing: document.body,
    };
    press(targets[place] ?? document.body);
    expect(done).toHaveBeenCalledOnce();
    press(targets[place] ?? document.body, { shiftKey: true });
    expect(done).toHaveBeenLastCalledWith('also');
  });

  it('answers a question once, however long it is held, and only the topmost', () => {
    renderAt(layers['question']?.());
    open();
    press(document.body, { repeat: true });
    expect(done).not.toHaveBeenCalled();
    press(document.body);
    expect(done).toHaveBeenCalledOnce();
  });

  it('never agrees to lose something', () => {
    renderAt(
      <ConfirmDialog open destructive title="Discard changes" verb="Discard" onConfirm={done} onCancel={done}>
        What you typed will be lost.
      </ConfirmDialog>,
    );
    press(screen.getByRole('alertdialog'));
    expect(done).not.toHaveBeenCalled();
  });
});
