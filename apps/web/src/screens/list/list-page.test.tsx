import {
  contract,
  type LaboratoryListItem,
  LaboratoryListQuery,
  LaboratorySchema,
  type LaboratoryType,
  laboratoryTypeLabels,
} from '@shifa/contract';
import { laboratory, nextId, sessionUser } from '@shifa/contract/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { api } from '../../data/api';
import { defineResource } from '../../data/resource';
import { answer, answerPage, fakeApi } from '../../testing/fake-api';
import { renderApp } from '../../testing/render-app';
import { defineActions } from '../actions/define-actions';
import { SelectionBar as Bar } from './selection-bar';
import { defineList } from './define-list';
import { alphabetical, amountRange, choice, dayRange, flags, laboratoryChoice, oneOf, typed } from './list-filters';
import { ListPage } from './list-page';
import type { Selection } from './use-selection';

const resource = defineResource({
  noun: 'laboratory',
  plural: 'laboratories',
  entity: 'laboratory',
  list: api.laboratories.list,
  get: api.laboratories.get,
  schema: LaboratorySchema,
  nameOf: ({ name }) => name,
});

const [active, suspended] = ['active', 'suspended'] as const;
const statuses = [active, suspended];

/** Every kind of filter at once; the server of this test ignores most of them. */
const State = LaboratoryListQuery.extend({
  status: z.union([z.array(z.enum(statuses)), z.enum(statuses).transform((one) => [one])]).default([active]),
  laboratoryId: z.union([z.array(z.string()), z.string().transform((one) => [one])]).optional(),
  licensed: z.enum(['true', 'false']).optional(),
  mine: z.literal('true').optional(),
  watched: z.literal('true').optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  min: z.string().optional(),
  max: z.string().optional(),
  city: z.string().optional(),
});

function CityInput({
  value = '',
  onChange,
}: {
  value?: string | undefined;
  onChange: (value: string | undefined) => void;
}) {
  return <input aria-label="City" defaultValue={value} onBlur={(event) => onChange(event.target.value || undefined)} />;
}

function SelectionBar({ selection }: { selection: Selection<LaboratoryListItem> }) {
  const { rows, ids, clear, all } = selection;
  return (
    <>
      <p>Selected: {rows.map(({ name }) => name).join(', ') || 'none'}</p>
      <Bar count={ids.size} onClear={clear} all={all}>
        {null}
      </Bar>
    </>
  );
}

function ImportDialog({ onClose }: { onClose: () => void }) {
  return (
    <div role="dialog" aria-label="Import laboratories">
      <button onClick={onClose}>Close</button>
    </div>
  );
}

const list = defineList(resource, State, {
  permission: 'laboratories.view',
  search: 'Search laboratories',
  empty: 'No laboratory yet.',
  href: ({ _id }) => `/laboratories/${_id}`,
  actions: defineActions(resource, { print: { label: 'Print', to: () => '/print' } }),
  filters: [
    choice('status', 'Status', { active: 'Active', suspended: 'Suspended' }, { none: statuses }),
    choice<z.output<typeof State>, 'type', LaboratoryType>('type', 'Type', laboratoryTypeLabels, {
      alsoChanges: () => ({ city: undefined }),
    }),
    laboratoryChoice(),
    oneOf('licensed', 'Licence', { true: 'Valid', false: 'Expired' }),
    flags('My entries', { mine: 'Created by me', watched: 'Watched by me' }, { rare: true }),
    dayRange('Created', 'from', 'to'),
    amountRange('Limit', 'min', 'max'),
    typed('city', 'City', CityInput),
  ],
  sorts: {
    ...alphabetical({ name: 'Name', code: 'Code', city: 'City', status: 'Status' }),
    createdAt: 'Oldest first',
    '-createdAt': 'Newest first',
  },
  columns: [
    { field: 'name', headerName: 'Name', width: 200, hideable: false },
    { field: 'code', headerName: 'Code', width: 100, networkOnly: true },
    { field: 'type', headerName: 'Type', width: 100, hiddenByDefault: true },
    { field: 'phone', headerName: 'Phone', width: 100, from: 'xl' },
  ],
  card: ({ name }) => <p>{name}</p>,
  menu: [
    { label: 'Import', permissions: ['laboratories.view', 'laboratories.create'], dialog: ImportDialog },
    { label: 'Printable list', to: (search) => `/print${search}` },
  ],
  export: {
    permission: 'transactions.export',
    fileName: 'laboratories',
    fetch: (query, format, waitMs) =>
      api.transactions.export.query({ query: { search: query.search, format }, waitMs }),
  },
  selectionBar: SelectionBar,
  mostSelected: 150,
});

type SetUp = {
  at?: string;
  role?: 'super_admin' | 'lab_admin';
  rows?: ReturnType<typeof laboratory>[];
  total?: number;
  answerTo?: (page: number) => ReturnType<typeof answerPage<ReturnType<typeof laboratory>>>;
};

function setUp({ at = '/laboratories', role = 'super_admin', rows, total, answerTo }: SetUp = {}) {
  const server = fakeApi();
  const kolkata = laboratory({ name: 'Kolkata' });
  server.on(
    contract.laboratories.list,
    ({ query }) =>
      answerTo?.(Number(query.get('page') ?? 1)) ??
      answerPage(rows ?? [kolkata, laboratory({ name: 'Howrah' })], total),
  );
  server.on(contract.laboratories.options, () => answer([kolkata]));
  const view = renderApp(<ListPage list={list} title="Laboratories" below={({ limit }) => <p>{limit} a page</p>} />, {
    user: sessionUser({ role }),
    at,
  });
  const pick = async (
    filter: string,
    option: string,
    mark: 'menuitemcheckbox' | 'menuitemradio' = 'menuitemcheckbox',
  ) => {
    await userEvent.click(screen.getByRole('button', { name: filter }));
    await userEvent.click(await screen.findByRole(mark, { name: option }));
    await userEvent.keyboard('{Escape}');
  };
  return { ...view, server, kolkata, pick };
}

it('leads to the last page where the one in the address is gone', async () => {
  const answerTo = (page: number) => answerPage(page > 2 ? [] : [laboratory({ name: 'Asansol' })], 21, page);
  const { address } = setUp({ at: '/laboratories?page=3', answerTo });
  await waitFor(() => expect(address()).toBe('/laboratories?page=2'));
  await waitFor(() => expect(screen.getByText('Asansol')).toBeVisible());
});

it('has its selection bar after the rows, which therefore do not move', async () => {
  setUp();
  const grid = await screen.findByRole('grid', { name: 'Laboratories' });
  const bar = screen.getByText('Selected: none');
  expect(grid.compareDocumentPosition(bar) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

describe('the filters of a declared list', () => {
  it('are kept in the address, each in its own way', async () => {
    const { address, pick, kolkata } = setUp({ at: '/laboratories?city=Howrah&page=3' });
    expect(screen.getByText('City: Howrah')).toBeVisible();
    await pick('Type', 'Branch');
    // The choice of a type takes the city away, and returns to the first page.
    expect(address()).toBe('/laboratories?type=branch');
    await pick('Licence', 'Valid', 'menuitemradio');
    await pick('Licence', 'Expired', 'menuitemradio');
    await pick('Laboratory', 'Kolkata');
    const query = new URLSearchParams(address().split('?')[1]);
    expect(Object.fromEntries(query)).toEqual({ type: 'branch', licensed: 'false', laboratoryId: kolkata._id });
    await userEvent.click(screen.getByRole('button', { name: 'More filters' }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Watched by me' }));
    expect(address()).toContain('watched=true');
  });

  it('show what is chosen and no longer offered, to be taken away', async () => {
    const archived = nextId();
    const { address } = setUp({ at: `/laboratories?laboratoryId=${archived}` });
    await userEvent.click(await screen.findByRole('button', { name: 'Remove Laboratory: Archived or unknown' }));
    expect(address()).toBe('/laboratories');
  });

  it('that always name something mean everything when nothing is chosen', async () => {
    const { address, pick } = setUp();
    expect(screen.getByText('Status: Active')).toBeVisible();
    await pick('Status', 'Active');
    expect(address()).toBe('/laboratories?status=active&status=suspended');
    expect(screen.queryByText(/^Status: /)).not.toBeInTheDocument();
  });

  it('are taken away together', async () => {
    const { address } = setUp({ at: '/laboratories?search=kol&from=2026-11-01&min=500&mine=true&tab=x' });
    expect(screen.getByText('Created: from Nov 1, 2026')).toBeVisible();
    expect(screen.getByText('Limit: from ₹500.00')).toBeVisible();
    expect(screen.getByText('My entries: Created by me')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(address()).toBe('/laboratories?tab=x&status=active&status=suspended');
  });

  it('explain an empty list, which is not the same as none', async () => {
    const { unmount } = setUp({ rows: [], at: '/laboratories?type=branch&city=Howrah' });
    expect(await screen.findByText('No laboratories match these filters')).toBeVisible();
    unmount();
    setUp({ rows: [], at: '/laboratories?status=active&status=suspended' });
    expect(await screen.findByText('No laboratory yet.')).toBeVisible();
  });

  it('and columns of the network are only for those who see all of it', async () => {
    const { unmount } = setUp();
    expect(await screen.findByRole('columnheader', { name: 'Code' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Laboratory' })).toBeVisible();
    unmount();
    setUp({ role: 'lab_admin' });
    expect(await screen.findByText('Howrah')).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: 'Code' })).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Laboratory' })).not.toBeInTheDocument();
  });
});

describe('a declared list', () => {
  it('shows the columns that have room and that the person has not hidden', async () => {
    setUp();
    await screen.findByRole('columnheader', { name: 'Code' });
    expect(screen.queryByRole('columnheader', { name: 'Type' })).not.toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: 'Phone' })).not.toBeInTheDocument();
  });

  it('keeps what is selected, with what the page adds around the rows', async () => {
    setUp();
    expect(screen.getByText('Selected: none')).toBeVisible();
    expect(screen.getByText('20 a page')).toBeVisible();
    const row = (await screen.findByText('Howrah')).closest<HTMLElement>('[role="row"]');
    if (!row) throw new Error('No row');
    await userEvent.click(within(row).getByRole('checkbox'));
    expect(screen.getByText('Selected: Howrah')).toBeVisible();
  });

  it('selects nothing of a filter that was changed meanwhile', async () => {
    const all = Array.from({ length: 250 }, (_, index) => laboratory({ name: `Laboratory ${index}` }));
    const { server } = setUp({ at: '/laboratories?search=lab', rows: all.slice(0, 1), total: all.length });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select row' }));
    let release = (): void => undefined;
    server.on(contract.laboratories.list, async ({ query }) => {
      if (query.get('limit') === '100') await new Promise<void>((resolve) => (release = resolve));
      return answerPage(all.slice(0, 2), all.length);
    });
    await userEvent.click(screen.getByRole('button', { name: 'Select the first 150 of 250' }));
    expect(screen.getByText('0 of 150 selected')).toBeVisible();
    await userEvent.type(screen.getByRole('searchbox'), ' 1');
    await waitFor(() => expect(screen.queryByText(/selected$/)).not.toBeInTheDocument());
    release();
    await waitFor(() => expect(screen.getAllByRole('checkbox', { name: 'Select row' })).toHaveLength(2));
    expect(screen.queryByText(/selected$/)).not.toBeInTheDocument();
  });

  it('selects the rows of all pages with the same filter, as far as they can be changed together', async () => {
    const all = Array.from({ length: 250 }, (_, index) => laboratory({ name: `Laboratory ${index}` }));
    const { server } = setUp({ at: '/laboratories?search=lab', rows: all.slice(0, 1), total: all.length });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Select row' }));
    let release = (): void => undefined;
    server.on(contract.laboratories.list, async ({ query }) => {
      const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))];
      await new Promise<void>((resolve) => (release = resolve));
      return answerPage(all.slice((page - 1) * limit, page * limit), all.length);
    });
    await userEvent.click(screen.getByRole('button', { name: 'Select the first 150 of 250' }));
    expect(screen.getByText('0 of 150 selected')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Stop' }));
    release();
    expect(screen.getByText('1 selected')).toBeVisible();

    await userEvent.click(screen.getByRole('button', { name: 'Select the first 150 of 250' }));
    release();
    expect(await screen.findByText('100 of 150 selected')).toBeVisible();
    release();
    expect(await screen.findByText('150 selected')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Select the first/ })).not.toBeInTheDocument();
    const asked = server.requests(contract.laboratories.list).filter(({ query }) => query.get('limit') === '100');
    expect(asked.map(({ query }) => [query.get('page'), query.get('search')])).toEqual([
      ['1', 'lab'],
      ['1', 'lab'],
      ['2', 'lab'],
    ]);
  });

  it('has a menu of dialogs, exports and links, disabled where a permission is missing', async () => {
    const { address, server, unmount } = setUp({ at: '/laboratories?search=kol' });
    server.on(contract.transactions.export, () => ({ status: 200, body: new Blob(['x'], { type: 'text/csv' }) }));
    const open = () => userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    await open();
    expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
      'Import',
      'Export as Excel',
      'Export as CSV',
      'Printable list',
    ]);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Import' }));
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
    await open();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Export as CSV' }));
    await waitFor(() => expect(server.requests(contract.transactions.export)).toHaveLength(1));
    expect(server.requests(contract.transactions.export)[0]?.query.get('format')).toBe('csv');
    await open();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Printable list' }));
    expect(address()).toBe('/print?search=kol');
    unmount();
    setUp({ role: 'lab_admin' });
    await open();
    expect(screen.getByRole('menuitem', { name: 'Import' })).toHaveAttribute('aria-disabled', 'true');
  });

  it('opens a row where the declaration says', async () => {
    const id = nextId();
    const { address } = setUp({ rows: [laboratory({ _id: id, name: 'Salt Lake' })] });
    await userEvent.click(await screen.findByText('Salt Lake'));
    expect(address()).toBe(`/laboratories/${id}`);
  });
});
