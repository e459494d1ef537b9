import { sessionUser } from '@shifa/contract/testing';
import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { Link, useRoutes } from 'react-router-dom';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { appUpdate } from '../lib/app-update';
import { connection } from '../lib/connection';
import { lazyComponent } from '../lib/lazy-component';
import { renderApp } from '../testing/render-app';
import { AppLayout } from './layout/app-layout';
import { useShownLocation } from './use-shown-location';

type Fetch = { resolve: (page: ComponentType) => void; reject: (error: Error) => void };

/** Two pages, of which the second is fetched when the test says so. */
function openOldPage() {
  const fetches: Fetch[] = [];
  const NewPage = lazyComponent(() => {
    return new Promise<ComponentType>((resolve, reject) => fetches.push({ resolve, reject }));
  });
  const routes = [
    { path: '/old', element: <p>old page</p> },
    { path: '/new', element: <NewPage /> },
  ];
  function Pages() {
    const location = useShownLocation();
    return (
      <AppLayout bell={<Link to="/new">Go</Link>} location={location} onLogout={vi.fn()}>
        {useRoutes(routes, location)}
      </AppLayout>
    );
  }
  renderApp(<Pages />, { user: sessionUser(), at: '/old' });
  return fetches;
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const main = () => within(screen.getByRole('main'));
const isLoading = () => main().queryAllByLabelText('Loading content').length > 0;
const arrive = (fetch?: Fetch) =>
  act(async () => {
    fetch?.resolve(() => <p>new page</p>);
    await vi.advanceTimersByTimeAsync(0);
  });

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
});

describe('a page whose code is being fetched', () => {
  it('leaves the old one in place for a moment, so that a fast load does not flash', async () => {
    const fetches = openOldPage();
    fireEvent.click(screen.getByText('Go'));
    await pass(149);
    expect(main().getByText('old page')).toBeVisible();
    expect(isLoading()).toBe(false);
    await arrive(fetches[0]);
    expect(main().getByText('new page')).toBeVisible();
    await pass(1_000);
    expect(main().getByText('new page')).toBeVisible();
    expect(isLoading()).toBe(false);
  });

  it('gives way to the loading fallback after that, which screen readers hear', async () => {
    const fetches = openOldPage();
    const region = main()
      .getAllByRole('status')
      .find((element) => element.textContent === '');
    fireEvent.click(screen.getByText('Go'));
    await pass(150);
    expect(isLoading()).toBe(true);
    expect(screen.queryByText('old page')).not.toBeVisible();
    expect(region).toHaveTextContent('Loading page');
    await pass(10_000);
    expect(region).toHaveTextContent('Loading page');
    await arrive(fetches[0]);
    expect(main().getByText('new page')).toBeVisible();
    expect(isLoading()).toBe(false);
    expect(region).toBeEmptyDOMElement();
  });
});

describe('a page whose code could not be fetched', () => {
  async function fail() {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const fetches = openOldPage();
    fireEvent.click(screen.getByText('Go'));
    fetches[0]?.reject(new TypeError('Failed to fetch dynamically imported module'));
    await pass(0);
    expect(main().getByRole('heading', { name: "Couldn't load this page" })).toBeVisible();
    expect(fetches).toHaveLength(1);
    return fetches;
  }

  it('is fetched again when the person says so', async () => {
    const fetches = await fail();
    fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await arrive(fetches[1]);
    expect(main().getByText('new page')).toBeVisible();
  });

  it('is fetched again as soon as the server can be reached', async () => {
    const fetches = await fail();
    act(() => connection.report(false));
    expect(fetches).toHaveLength(1);
    act(() => connection.report(true));
    await arrive(fetches[1]);
    expect(main().getByText('new page')).toBeVisible();
  });

  it('is fetched again after a pause, because browsers report «online» too early', async () => {
    const fetches = await fail();
    await pass(1_999);
    expect(fetches).toHaveLength(1);
    await pass(1);
    await arrive(fetches[1]);
    expect(main().getByText('new page')).toBeVisible();
  });

  it('is loaded anew after two attempts, once a minute, because browsers keep failed imports', async () => {
    sessionStorage.clear();
    const load = vi.spyOn(appUpdate, 'load').mockReturnValue();
    const fetches = await fail();
    const failAfter = async (ms: number) => {
      await pass(ms);
      fetches.at(-1)?.reject(new TypeError('Failed to fetch dynamically imported module'));
      await pass(0);
    };
    await failAfter(2_000);
    await pass(3_999);
    expect(load).not.toHaveBeenCalled();
    await pass(1);
    expect(load).toHaveBeenCalledTimes(1);
    expect(fetches).toHaveLength(2);
    // As in the page that is loaded.
    act(() => connection.report(false));
    act(() => connection.report(true));
    await failAfter(0);
    await failAfter(2_000);
    await pass(4_000);
    expect(load).toHaveBeenCalledTimes(1);
    await arrive(fetches.at(-1));
    expect(main().getByText('new page')).toBeVisible();
  });

  it('is not fetched by itself while the server cannot be reached', async () => {
    const fetches = await fail();
    act(() => connection.report(false));
    onTestFinished(() => act(() => connection.report(true)));
    await pass(60_000);
    expect(fetches).toHaveLength(1);
  });
});
