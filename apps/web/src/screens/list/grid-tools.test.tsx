import { contract, type GridPreferences, type GridPreferencesBody, LaboratoryListQuery } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { answer, failure, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { GridTools } from './grid-tools';
import { ServerGrid } from './server-grid';

const grid = { name: 'people', hiddenByDefault: ['phone'] };
const columns = [
  { field: 'code', headerName: 'Code', width: 100 },
  { field: 'phone', headerName: 'Phone', width: 100 },
];
const rows = [{ _id: '1', code: 'KOL', phone: '1' }];

function setUp({ at = '/list', known = {} }: { at?: string; known?: Record<string, GridPreferences> } = {}) {
  const api = fakeApi();
  let grids = known;
  api.on(contract.preferences.get, () => answer({ grids }));
  api.on(contract.preferences.setGrid, ({ params, body }) => {
    const name = params['grid'] ?? '';
    grids = { ...grids, [name]: { hiddenColumns: [], views: [], ...grids[name], ...(body as GridPreferencesBody) } };
    return answer({ grids });
  });
  const view = renderApp(
    <>
      <GridTools grid={grid} schema={LaboratoryListQuery} columns={columns} />
      <ServerGrid
        grid={grid}
        things="people"
        columns={columns}
        query={{
          data: { data: rows, pagination: { page: 1, limit: 20, total: 1, pages: 1 } },
          error: null,
          dataUpdatedAt: 0,
          isFetching: false,
          refetch: () => undefined,
        }}
        state={{ page: 1, limit: 20, sort: 'code' }}
        onChange={() => undefined}
        card={({ code }) => <p>{code}</p>}
        empty={<p>None</p>}
      />
    </>,
    { user: sessionUser(), at },
  );
  const saved = () => api.requests(contract.preferences.setGrid).map(({ params, body }) => [params['grid'], body]);
  return { ...view, api, saved };
}

const kept = (views: GridPreferences['views']) => ({ people: { hiddenColumns: [], views } });
const openMenu = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await waitFor(() => expect(button).toBeEnabled());
  await userEvent.click(button);
};
const pick = (name: string, role = 'menuitem') => userEvent.click(screen.getByRole(role, { name }));
const headers = async () => (await screen.findAllByRole('columnheader')).map((header) => header.textContent);

describe('the columns of a list', () => {
  it('are chosen, seen at once, and kept under the list’s name', async () => {
    const { api, saved } = setUp();
    expect(await headers()).toEqual(['Code']);
    await openMenu('Columns');
    await pick('Phone', 'menuitemcheckbox');
    await waitFor(() => expect(screen.getAllByRole('columnheader', { hidden: true })).toHaveLength(2));
    expect(saved()).toEqual([['people', { hiddenColumns: [], views: [] }]]);
    // Also if the page is left at once.
    expect(api.requests(contract.preferences.setGrid).map(({ keepalive }) => keepalive)).toEqual([true]);
    await pick('Default columns');
    await waitFor(() => expect(screen.getAllByRole('columnheader', { hidden: true })).toHaveLength(1));
    await waitFor(() => expect(saved().at(-1)).toEqual(['people', { hiddenColumns: ['phone'] }]));
  });

  it('leave the views alone, which another tab may have changed', async () => {
    const { saved } = setUp({ known: kept([{ name: 'Mine', query: '' }]) });
    await openMenu('Columns');
    await pick('Phone', 'menuitemcheckbox');
    await waitFor(() => expect(saved()).toEqual([['people', { hiddenColumns: ['phone'] }]]));
  });

  it('are taken back when the server refuses, with a word', async () => {
    const { api } = setUp({ known: { people: { hiddenColumns: [], views: [] } } });
    api.on(contract.preferences.setGrid, () => failure('UNAVAILABLE'));
    await openMenu('Columns');
    expect(screen.getAllByRole('columnheader', { hidden: true })).toHaveLength(2);
    await pick('Phone', 'menuitemcheckbox');
    expect(await screen.findByText('The service is busy. Try again in a moment.')).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('columnheader', { hidden: true })).toHaveLength(2));
  });
});

describe('the views of a list', () => {
  it('are saved without the page, and named by the button while they are open', async () => {
    const { saved } = setUp({ at: '/list?page=3&status=archived&sort=-code&tab=x' });
    await openMenu('Views');
    await pick('Save as a view…');
    await userEvent.type(screen.getByLabelText('Name'), ' Old ones ');
    await userEvent.click(screen.getByRole('button', { name: 'Save view' }));
    expect(await screen.findByRole('button', { name: 'Old ones' })).toBeVisible();
    expect(saved()).toEqual([
      ['people', { hiddenColumns: ['phone'], views: [{ name: 'Old ones', query: 'sort=-code&status=archived' }] }],
    ]);
  });

  it('are opened, renamed, deleted, and brought back to their place', async () => {
    const views = [
      { name: 'Archived', query: 'status=archived' },
      { name: 'Branches', query: 'type=branch' },
    ];
    const { address, saved } = setUp({ known: kept(views) });
    await openMenu('Views');
    await pick('Archived', 'menuitemradio');
    expect(address()).toBe('/list?status=archived');
    await openMenu('Archived');
    await pick('Rename this view…');
    const dialog = within(screen.getByRole('dialog', { name: 'Rename view' }));
    await userEvent.clear(dialog.getByLabelText('Name'));
    await userEvent.type(dialog.getByLabelText('Name'), 'branches');
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
    expect(dialog.getByText('Another view has this name')).toBeVisible();
    await userEvent.clear(dialog.getByLabelText('Name'));
    await userEvent.type(dialog.getByLabelText('Name'), 'Closed');
    await userEvent.click(dialog.getByRole('button', { name: 'Rename' }));
    await openMenu('Closed');
    await pick('Delete this view');
    expect(await screen.findByText('The view “Closed” was deleted')).toBeVisible();
    await waitFor(() => expect(saved().at(-1)).toEqual(['people', { views: views.slice(1) }]));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    const restored = [{ name: 'Closed', query: 'status=archived' }, ...views.slice(1)];
    await waitFor(() => expect(saved().at(-1)).toEqual(['people', { views: restored }]));
    await openMenu('Closed');
    await pick('Default view', 'menuitemradio');
    expect(address()).toBe('/list');
  });

  it('replace the one that has the name', async () => {
    const { saved } = setUp({ at: '/list?type=branch', known: kept([{ name: 'Mine', query: 'status=archived' }]) });
    await openMenu('Views');
    await pick('Save as a view…');
    await userEvent.type(screen.getByLabelText('Name'), 'mine');
    await userEvent.click(screen.getByRole('button', { name: 'Replace view' }));
    await waitFor(() => expect(saved()).toEqual([['people', { views: [{ name: 'mine', query: 'type=branch' }] }]]));
  });

  it('cannot be changed before they are known', async () => {
    const { api } = setUp();
    expect(screen.getByRole('button', { name: 'Views' })).toBeDisabled();
    await waitFor(() => expect(api.requests(contract.preferences.get)).not.toEqual([]));
  });
});
