import type { Pagination } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error';
import { onPhone } from '../../testing/on-phone';
import { renderApp } from '../../testing/render-app';
import { sortModelOf, sortOf } from '../../ui/grid/grid-state';
import { ServerGrid } from './server-grid';
import type { ServerGridProps } from './server-grid-props';

type Row = { _id: string; name: string };

const rows = [
  { _id: '1', name: 'Central' },
  { _id: '2', name: 'North' },
];
const loaded: { data: Row[]; pagination: Pagination } = {
  data: rows,
  pagination: { page: 2, limit: 20, total: 55, pages: 3 },
};

const listOf = (data?: typeof loaded): ServerGridProps<Row> => ({
  things: 'laboratories',
  columns: [{ field: 'name', headerName: 'Name', width: 200 }],
  query: { data, error: null, dataUpdatedAt: 0, isFetching: data === undefined, refetch: () => undefined },
  state: { page: 2, limit: 20, sort: 'name' },
  onChange: () => undefined,
  card: ({ name }) => <p>{name}</p>,
  empty: <p>No laboratory yet</p>,
});

function show(query: { data?: typeof loaded; error?: Error; isFetching?: boolean }) {
  const spies = { onChange: vi.fn(), onOpen: vi.fn(), refetch: vi.fn() };
  renderApp(
    <ServerGrid<Row>
      {...listOf(query.data)}
      query={{
        data: query.data,
        error: query.error ?? null,
        dataUpdatedAt: new Date(2026, 10, 20, 14, 45).getTime(),
        isFetching: query.isFetching ?? false,
        refetch: spies.refetch,
      }}
      onChange={spies.onChange}
      onOpen={spies.onOpen}
    />,
    { user: sessionUser() },
  );
  return spies;
}

describe('a list from the server', () => {
  it('asks the server to sort and to turn the page', async () => {
    const { onChange } = show({ data: loaded });
    expect(await screen.findByText('21–40 of 55')).toBeVisible();
    await userEvent.click(screen.getByText('Name'));
    expect(onChange).toHaveBeenLastCalledWith({ sort: '-name' });
    await userEvent.click(screen.getByRole('button', { name: 'Go to next page' }));
    expect(onChange).toHaveBeenLastCalledWith({ page: 3 });
  });

  it('shows nothing of paging while the first rows are on their way', async () => {
    show({ isFetching: true });
    expect(await screen.findByRole('grid', { name: 'Laboratories' })).toBeVisible();
    expect(screen.queryByText(/of 0/)).toBeNull();
  });

  it('says what happened when it failed, and tries again', async () => {
    const { refetch } = show({ error: new ApiError(503, { message: 'The service is busy.', requestId: 'r-7' }) });
    const alert = within(screen.getByRole('alert'));
    expect(alert.getByText("Couldn't load laboratories")).toBeVisible();
    expect(alert.getByText('The service is busy.')).toBeVisible();
    expect(alert.getByText(/r-7/)).toBeVisible();
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it('keeps the old rows when they could not be refreshed, and says how old they are', async () => {
    const { refetch } = show({ data: loaded, error: new ApiError(503, { message: 'The service is busy.' }) });
    const notice = within(screen.getByRole('status'));
    expect(notice.getByText(/^Couldn't refresh. Showing data from/)).toHaveTextContent('2:45 PM');
    expect(await screen.findByRole('gridcell', { name: 'Central' })).toBeVisible();
    expect(screen.queryByText("Couldn't load laboratories")).toBeNull();
    await userEvent.click(notice.getByRole('button', { name: 'Try again' }));
    expect(refetch).toHaveBeenCalledOnce();
  });

  it.each([
    ['the cards of a phone', loaded, 'Central'],
    ['an empty list', { ...loaded, data: [] }, 'No laboratory yet'],
  ])('says so over %s too', (_, data, shown) => {
    onPhone();
    show({ data, error: new ApiError(503, { message: 'The service is busy.' }) });
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    expect(screen.getByText(shown)).toBeVisible();
  });

  it('says so when there is nothing', () => {
    show({ data: { ...loaded, data: [] } });
    expect(screen.getByText('No laboratory yet')).toBeVisible();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('is a list of cards on a phone, with a pager of its own', async () => {
    onPhone();
    const { onChange, onOpen } = show({ data: loaded });
    const cards = within(screen.getByRole('list', { name: 'Laboratories' })).getAllByRole('listitem');
    expect(cards.map((card) => card.textContent)).toEqual(['Central', 'North']);
    await userEvent.click(screen.getByRole('button', { name: 'North' }));
    expect(onOpen).toHaveBeenCalledWith(rows[1]);
    expect(await screen.findByText('21–40 of 55')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }));
    expect(onChange).toHaveBeenCalledWith({ page: 1 });
  });

  it('paints the first cards of a phone before it renders the others, unless the person returns to them', () => {
    onPhone();
    const data = { ...loaded, data: Array.from({ length: 20 }, (_, index) => ({ _id: `${index}`, name: 'North' })) };
    const painted: number[] = [];
    function Card() {
      useLayoutEffect(() => void painted.push(document.querySelectorAll('li').length), []);
      return null;
    }
    const list = <ServerGrid<Row> {...listOf(data)} card={() => <Card />} />;
    const { unmount } = renderApp(list);
    expect(new Set(painted)).toEqual(new Set([8, 20]));
    unmount();
    painted.length = 0;
    renderApp(list);
    expect(new Set(painted)).toEqual(new Set([20]));
  });
});

describe('the order in the address', () => {
  it.each(['name', '-createdAt'])('%s is the same read and written', (sort) => {
    expect(sortOf(sortModelOf(sort), 'code')).toBe(sort);
  });

  it('stays as it was when the grid has none', () => {
    expect(sortOf([], '-name')).toBe('-name');
  });
});

describe('a list whose matches were not all counted', () => {
  it('says that there are more, and has a next page', async () => {
    const pagination = { page: 2, limit: 20, total: 10_000, totalIsAtLeast: true, pages: 501 } as const;
    const { onChange } = show({ data: { data: rows, pagination } });
    expect(screen.getByText('21–40 of 10,000+')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Go to next page' }));
    expect(onChange).toHaveBeenCalledWith({ page: 3 });
  });
});
