import { laboratoryStatuses, LaboratoryListQuery } from '@shifa/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { useUrlState } from '../../data/use-url-state';
import { renderApp } from '../../testing/render-app';
import { FilterBar } from './filter-bar';
import { SearchInput } from '../search-input';

function Listing() {
  const [query, change] = useUrlState(LaboratoryListQuery);
  return (
    <>
      <FilterBar
        search={
          <SearchInput
            label="Search laboratories"
            value={query.search ?? ''}
            onChange={(search) => change({ search })}
          />
        }
        filters={[
          {
            label: 'Status',
            options: laboratoryStatuses.map((value) => ({ value, label: value })),
            selected: query.status ?? [],
            onChange: (selected) =>
              change({ status: laboratoryStatuses.filter((status) => selected.includes(status)) }),
          },
        ]}
        onClear={() => change({ search: '', status: [] })}
      />
      <button onClick={() => change({ page: query.page + 1 })}>Page {query.page}</button>
    </>
  );
}

describe('search and filters of a list', () => {
  it('live in the address and return to the first page', async () => {
    const { address } = renderApp(<Listing />, { at: '/list?page=3&tab=x' });
    await userEvent.click(screen.getByRole('button', { name: 'Status' }));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'suspended' }));
    await userEvent.keyboard('{Escape}');
    expect(address()).toBe('/list?tab=x&status=suspended');
    await userEvent.type(screen.getByRole('searchbox', { name: 'Search laboratories' }), ' kol ');
    await waitFor(() => expect(address()).toBe('/list?tab=x&search=kol&status=suspended'));
    await userEvent.click(screen.getByRole('button', { name: 'Page 1' }));
    expect(address()).toBe('/list?tab=x&page=2&search=kol&status=suspended');
  });

  it('are taken from the address, and taken away one by one or all at once', async () => {
    const { address } = renderApp(<Listing />, {
      at: '/list?search=kol&status=active&status=suspended&status=archived',
    });
    expect(screen.getByRole('searchbox')).toHaveValue('kol');
    await userEvent.click(screen.getByRole('button', { name: 'Remove Status: active' }));
    expect(address()).toBe('/list?search=kol&status=suspended&status=archived');
    await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    expect(address()).toBe('/list');
    await waitFor(() => expect(screen.getByRole('searchbox')).toHaveValue(''));
  });

  it('open as a sheet on a phone', async () => {
    const listens = () => undefined;
    const listening = { addEventListener: listens, removeEventListener: listens };
    const narrow = { matches: true, ...listening, addListener: listens, removeListener: listens };
    vi.stubGlobal('matchMedia', () => narrow);
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const { address } = renderApp(<Listing />, { at: '/list' });
    await userEvent.click(screen.getByRole('button', { name: 'Filters' }));
    await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'suspended' }));
    await userEvent.click(screen.getByRole('button', { name: 'Show results' }));
    expect(address()).toBe('/list?status=suspended');
    expect(await screen.findByRole('button', { name: 'Filters (1)' })).toBeVisible();
  });
});
