import { sessionUser } from '@shifa/contract/testing';
import { fireEvent, screen } from '@testing-library/react';
import { Link, useLocation, useNavigate, useRoutes } from 'react-router-dom';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { BackLink } from '../../screens/back-link';
import { renderApp } from '../../testing/render-app';
import { AppLayout } from './app-layout';

function List() {
  return <Link to="/list/1">An item</Link>;
}

function Item() {
  const navigate = useNavigate();
  return (
    <>
      <BackLink to="/list">The list</BackLink>
      <Link to="/other">Another page</Link>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  );
}

const routes = [
  { path: '/list', element: <List /> },
  { path: '/list/1', element: <Item /> },
  { path: '/other', element: <p>other page</p> },
];

function Pages() {
  const location = useLocation();
  return (
    <AppLayout bell={null} location={location} onLogout={vi.fn()}>
      {useRoutes(routes, location)}
    </AppLayout>
  );
}

const scrollTo = (top: number) => {
  Object.defineProperty(window, 'scrollY', { value: top, configurable: true });
  fireEvent.scroll(window);
};

beforeEach(() => {
  vi.stubGlobal('scrollTo', (_left: number, top: number) => scrollTo(top));
  onTestFinished(() => scrollTo(0));
});

function setUp() {
  const view = renderApp(<Pages />, { user: sessionUser(), at: '/list?search=tube&status=low' });
  scrollTo(1_500);
  fireEvent.click(screen.getByText('An item'));
  expect(window.scrollY).toBe(0);
  scrollTo(200);
  return view;
}

it('shows a list where it was left when the back button leads to it', () => {
  const { address } = setUp();
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(address()).toBe('/list?search=tube&status=low');
  expect(window.scrollY).toBe(1_500);
});

it('leads back to the list with its search and filters by the link of the page', () => {
  const { address } = setUp();
  fireEvent.click(screen.getByRole('link', { name: 'The list' }));
  expect(address()).toBe('/list?search=tube&status=low');
  expect(window.scrollY).toBe(1_500);
});

it('shows every other page from its start', () => {
  setUp();
  fireEvent.click(screen.getByText('Another page'));
  expect(screen.getByText('other page')).toBeVisible();
  expect(window.scrollY).toBe(0);
});
