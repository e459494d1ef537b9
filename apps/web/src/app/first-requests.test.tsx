import { contract } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { QueryClient } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { type ComponentType, createElement } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TransactionsPage } from '../features/finance/transactions/transactions-page';
import { InventoryPage } from '../features/inventory/items/inventory-page';
import { LaboratoryListPage } from '../features/laboratories/laboratory-list-page';
import { StaffListPage } from '../features/staff/staff-list-page';
import { type Answer, fakeFetch, pageOf, success } from '../testing/fake-fetch';
import { FakeSocket } from '../testing/fake-socket';
import { renderApp } from '../testing/render-app';
import { prefetchAt } from './routes/section';
import { sections } from './routes/sections';

vi.mock('../data/socket', () => ({ openSocket: () => new FakeSocket() }));

const user = sessionUser({ role: 'super_admin', name: 'Asha Rao' });

describe('the start with a stored token', () => {
  const events: string[] = [];

  /** The product as it is when the browser has just loaded it, with a page of people that does not arrive at once. */
  function startAt(address: string) {
    vi.resetModules();
    vi.doMock('../features/staff/staff-list-page', () => {
      events.push('code of the page');
      return { StaffListPage: () => <p>the people</p> };
    });
    localStorage.setItem('token', 'one');
    localStorage.setItem('user', JSON.stringify(user));
    window.history.pushState(null, '', address);
    const log = (name: string, answer: Answer) => (): Answer => {
      events.push(`${name} for ${localStorage.getItem('token') ?? 'nobody'}`);
      return answer;
    };
    fakeFetch({
      [`GET ${contract.auth.me.path}`]: log('person', success({ user })),
      [`GET ${contract.staff.list.path}`]: log('people', pageOf([], 0)),
    });
  }

  beforeEach(() => {
    events.length = 0;
    localStorage.clear();
    return () => {
      vi.doUnmock('../features/staff/staff-list-page');
      vi.resetModules();
    };
  });

  it('asks who it belongs to before the code that reads the answer is there, and only once', async () => {
    startAt('/staff');
    await import('./routes/guards');
    expect(events).toEqual(['person for one']);
    const { checkSession } = await import('../features/auth/auth.actions');
    await checkSession();
    const { session } = await import('../data/session');
    expect(session.current()).toMatchObject({ status: 'signed-in', user: { name: 'Asha Rao' } });
    expect(events.filter((event) => event.startsWith('person'))).toHaveLength(1);
  });

  it('requests the list of the page before its code has been evaluated, and only once', async () => {
    startAt('/staff?search=asha');
    const { App } = await import('./app');
    render(<App />);
    expect(await screen.findByText('the people')).toBeVisible();
    expect(events).toEqual(['person for one', 'people for one', 'code of the page']);
  });

  it('uses nothing of it for the person who signs in next', async () => {
    startAt('/staff');
    vi.doUnmock('../features/staff/staff-list-page');
    const { App } = await import('./app');
    await import('./routes/signed-in-app');
    const { session } = await import('../data/session');
    await waitFor(() => expect(events).toContain('people for one'));
    session.end('left');
    session.start('two', user);
    render(<App />);
    await waitFor(() => expect(events).toContain('people for two'));
    act(() => session.end('left'));
  });

  it.each([
    ['for a person to whom the section is closed', sessionUser({ role: 'staff' })],
    ['before a new password has been chosen', { ...user, mustChangePassword: true }],
  ])('requests no list %s', async (_, stored) => {
    startAt('/staff');
    localStorage.setItem('user', JSON.stringify(stored));
    await import('./routes/signed-in-app');
    expect(events).not.toContain('people for one');
  });
});

describe('what is requested before the page is there', () => {
  it.each<[string, ComponentType]>([
    ['/staff', StaffListPage],
    ['/staff?search=asha&page=2&status=suspended', StaffListPage],
    ['/laboratories', LaboratoryListPage],
    ['/laboratories?status=archived', LaboratoryListPage],
    ['/finances/transactions', TransactionsPage],
    ['/finances/transactions?minAmount=100&status=pending&mine=true', TransactionsPage],
    ['/inventory', InventoryPage],
    ['/inventory?expired=true&category=reagent', InventoryPage],
  ])('is what the list at %s shows', (address, Page) => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const early = new QueryClient();
    const { pathname, search } = new URL(address, 'http://localhost');
    prefetchAt({ pathname, search }, sections, user.permissions, early);
    const [first, ...others] = early.getQueryCache().getAll();
    expect(others).toEqual([]);
    const { queryClient } = renderApp(createElement(Page), { user, at: address });
    expect(queryClient.getQueryCache().get(first?.queryHash ?? '')).toBeDefined();
    vi.unstubAllGlobals();
  });
});
