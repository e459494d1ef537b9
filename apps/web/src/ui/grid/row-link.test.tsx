import { sessionUser } from '@shifa/contract/testing';
import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { onPhone } from '../../testing/on-phone';
import { renderApp } from '../../testing/render-app';
import { ServerGrid } from '../../screens/list/server-grid';

type Row = { _id: string; name: string };

const data = { data: [{ _id: '1', name: 'Central' }], pagination: { page: 1, limit: 20, total: 1, pages: 1 } };

async function show() {
  const onOpen = vi.fn<(row: Row) => void>();
  const opened = vi.spyOn(window, 'open').mockReturnValue(null);
  const { address } = renderApp(
    <ServerGrid<Row>
      things="laboratories"
      columns={[
        { field: '_id', headerName: 'Number', width: 100 },
        { field: 'name', headerName: 'Name', width: 200, linked: true },
      ]}
      query={{ data, error: null, dataUpdatedAt: 0, isFetching: false, refetch: vi.fn() }}
      state={{ page: 1, limit: 20, sort: 'name' }}
      onChange={vi.fn()}
      onOpen={onOpen}
      href={({ _id }) => `/laboratories/${_id}`}
      card={({ name }) => <p>{name}</p>}
      empty={<p>None</p>}
    />,
    { at: '/laboratories', user: sessionUser() },
  );
  return { onOpen, opened, address, link: await screen.findByRole('link', { name: 'Central' }) };
}

describe.each([
  ['a row', () => undefined],
  ['a card', onPhone],
])('%s with an address', (_, prepare) => {
  it('is a link, which a plain click opens in place', async () => {
    prepare();
    const { onOpen, link, address } = await show();
    expect(link).toHaveAttribute('href', '/laboratories/1');
    fireEvent.click(link);
    expect(onOpen).toHaveBeenCalledExactlyOnceWith({ _id: '1', name: 'Central' });
    expect(address()).toBe('/laboratories');
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }])(
    'leaves %j and a click to the browser',
    async (keys) => {
      prepare();
      const { onOpen, link, address } = await show();
      // jsdom goes nowhere; the browser follows the link unless somebody prevents it.
      const isFollowed = fireEvent.click(link, keys);
      expect(isFollowed).toBe(true);
      expect(onOpen).not.toHaveBeenCalled();
      expect(address()).toBe('/laboratories');
    },
  );
});

it('a click with Ctrl beside the name opens the row in another tab', async () => {
  const { onOpen, opened } = await show();
  fireEvent.click(screen.getByText('1', { selector: '[role=gridcell]' }), { ctrlKey: true });
  expect(opened).toHaveBeenCalledExactlyOnceWith('/laboratories/1', '_blank', 'noopener');
  expect(onOpen).not.toHaveBeenCalled();
});
