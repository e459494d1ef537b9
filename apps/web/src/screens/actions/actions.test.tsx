import { contract, type Laboratory, type LaboratoryListItem } from '@shifa/contract';
import { laboratory, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { api } from '../../data/api';
import { messageOf } from '../../lib/api-error';
import { send } from '../../data/queries';
import { defineResource } from '../../data/resource';
import { LaboratorySchema } from '@shifa/contract';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { onPhone } from '../../testing/on-phone';
import { renderApp } from '../../testing/render-app';
import { type ActionDialogProps, defineActions } from './define-actions';
import { Actions } from './actions';
import { type Done, ItemAction, ItemMenu } from './item-actions';

const resource = defineResource({
  noun: 'laboratory',
  plural: 'laboratories',
  entity: 'laboratory',
  list: api.laboratories.list,
  get: api.laboratories.get,
  schema: LaboratorySchema,
  nameOf: ({ name }) => name,
});

function Rename({ item, onDone, onClose }: ActionDialogProps<LaboratoryListItem, Laboratory>) {
  return (
    <div role="dialog" aria-label={`Rename ${item.name}`}>
      <button onClick={() => onDone(laboratory({ name: 'Renamed' }))}>Save</button>
      <button onClick={onClose}>Close</button>
    </div>
  );
}

const actions = defineActions(resource, {
  edit: { label: 'Rename', dialog: Rename },
  suspend: {
    label: 'Suspend',
    undoOnPhone: 'Undo',
    outcome: ({ name }) => `${name} is suspended now`,
    describeFailure: (error) => `Not suspended: ${messageOf(error)}`,
    send: ({ _id }, version) =>
      send(api.laboratories.update, { params: { id: _id }, body: { status: 'suspended', version } }),
  },
  archive: {
    label: 'Archive',
    question: ({ name }) => `Archive ${name}?`,
    outcome: 'was archived',
    send: ({ _id }, version) => send(api.laboratories.archive, { params: { id: _id }, query: { version } }),
  },
  print: { label: 'Print', to: ({ code }) => `/print/${code}` },
});

function Page({ item, onDone }: { item: Laboratory; onDone: (done: Done<LaboratoryListItem, Laboratory>) => void }) {
  return (
    <Actions of={actions} onDone={onDone}>
      <ItemAction action="edit" item={item} variant="contained" />
      <ItemMenu label="Actions" item={item} except={['edit']} />
    </Actions>
  );
}

const allowed = { allowed: true };
const denied = { allowed: false, reason: '2 people still work here' };

function setUp(item: Laboratory) {
  const server = fakeApi();
  const onDone = vi.fn<(done: Done<LaboratoryListItem, Laboratory>) => void>();
  const view = renderApp(<Page item={item} onDone={onDone} />, { user: sessionUser({ role: 'super_admin' }) });
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await userEvent.click(screen.getByRole('menuitem', { name }));
  };
  return { ...view, server, onDone, choose };
}

describe('the actions of a document', () => {
  it('are those that the server names, disabled with its reason, and links', async () => {
    setUp(laboratory({ actions: { edit: allowed, archive: denied } }));
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Archive2 people still work here',
      'Print',
    ]);
    const archive = screen.getByRole('menuitem', { name: 'Archive' });
    expect(archive).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(archive);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });

  it('have no button where they are not offered, and a disabled one where they are denied', () => {
    const { unmount } = setUp(laboratory({ actions: {} }));
    expect(screen.queryByRole('button', { name: 'Rename' })).not.toBeInTheDocument();
    unmount();
    setUp(laboratory({ actions: { edit: denied } }));
    expect(screen.getByRole('button', { name: 'Rename' })).toHaveAccessibleDescription('2 people still work here');
  });

  it('lead to another page', async () => {
    const { choose, address } = setUp(laboratory({ code: 'SLK' }));
    await choose('Print');
    expect(address()).toBe('/print/SLK');
  });

  it('open a dialog of their own, and tell the page what it left', async () => {
    const item = laboratory({ name: 'Salt Lake' });
    const { onDone } = setUp(item);
    await userEvent.click(screen.getByRole('button', { name: 'Rename' }));
    expect(screen.getByRole('dialog', { name: 'Rename Salt Lake' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(onDone.mock.calls[0]?.[0]).toMatchObject({ action: 'edit', item, saved: { name: 'Renamed' } });
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });
});

describe('a request', () => {
  it('that fails after the page was left says what it was about', async () => {
    onPhone();
    const item = laboratory({ name: 'Salt Lake' });
    const server = fakeApi();
    server.on(contract.laboratories.update, () => failure('LABORATORY_ARCHIVED'));
    function Visit() {
      const [left, setLeft] = useState(false);
      return (
        <>
          <button onClick={() => setLeft(true)}>Leave</button>
          {!left && <Page item={item} onDone={vi.fn()} />}
        </>
      );
    }
    renderApp(<Visit />, { user: sessionUser({ role: 'super_admin' }) });
    await userEvent.click(screen.getByRole('button', { name: 'Actions' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Suspend' }));
    await userEvent.click(screen.getByRole('button', { name: 'Leave' }));
    expect(await screen.findByText(/^Suspend Salt Lake: Not suspended: This laboratory is archived/)).toBeVisible();
  });

  it('is held back on a phone only, not on a tablet', async () => {
    onPhone(768);
    const item = laboratory({ name: 'Salt Lake' });
    const { server, choose } = setUp(item);
    server.on(contract.laboratories.update, () => answer(item));
    await choose('Suspend');
    expect(await screen.findByText('Salt Lake is suspended now')).toBeVisible();
  });

  it('without a question goes out at once, and says how it went', async () => {
    const item = laboratory({ name: 'Salt Lake', version: 3 });
    const { server, choose, onDone } = setUp(item);
    server.on(contract.laboratories.update, () => failure('LABORATORY_ARCHIVED'));
    await choose('Suspend');
    expect(await screen.findByText(/^Not suspended: This laboratory is archived/)).toBeVisible();
    expect(onDone).not.toHaveBeenCalled();
    server.on(contract.laboratories.update, () => answer(item));
    await choose('Suspend');
    expect(await screen.findByText('Salt Lake is suspended now')).toBeVisible();
    expect(server.requests(contract.laboratories.update).map(({ body }) => body)).toEqual([
      { status: 'suspended', version: 3 },
      { status: 'suspended', version: 3 },
    ]);
    expect(onDone).toHaveBeenCalledOnce();
  });

  it('with a question waits for the answer, and fetches again what it made stale', async () => {
    const item = laboratory({ name: 'Salt Lake', version: 3 });
    const { server, choose, onDone, queryClient } = setUp(item);
    server.on(contract.laboratories.archive, () => answer(item));
    queryClient.setQueryData(resource.detail(item._id).queryKey, item);
    await choose('Archive');
    expect(screen.getByRole('alertdialog', { name: 'Archive' })).toHaveTextContent('Archive Salt Lake?');
    expect(server.requests(contract.laboratories.archive)).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Archive' }));
    expect(await screen.findByText('Salt Lake was archived')).toBeVisible();
    await waitFor(() => expect(onDone).toHaveBeenCalledOnce());
    expect(queryClient.getQueryState(resource.detail(item._id).queryKey)?.isInvalidated).toBe(true);
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
  });
});
