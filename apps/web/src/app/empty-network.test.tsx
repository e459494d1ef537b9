import { sessionUser } from '@shifa/contract/testing';
import { render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { paths, publicPaths } from '../config/paths';
import { session } from '../data/session';
import { emptyNetwork } from '../testing/empty-network';
import { fakeFetch, success } from '../testing/fake-fetch';
import { FakeSocket } from '../testing/fake-socket';
import { App } from './app';

vi.mock('../data/socket', () => ({ openSocket: () => new FakeSocket() }));
// jsdom lays nothing out, so a chart has no width.
vi.mock('../ui/charts/series-figure', () => ({ SeriesFigure: () => null }));

/** Every page of a signed-in person that no document is named for; no one is without permissions. */
const pages = Object.values(paths).filter(
  (path): path is Extract<typeof path, string> =>
    typeof path === 'string' &&
    ![...publicPaths, paths.attendanceDisplay, paths.ownPermissions].includes(path as never),
);

beforeEach(() => session.end('left'));

it.each(pages)('%s of a network without laboratories is complete, and leads on', async (path) => {
  const user = sessionUser({ role: 'super_admin', laboratoryId: null });
  session.start('abc', user);
  window.history.pushState(null, '', path);
  fakeFetch({ ...emptyNetwork(), 'GET /api/auth/me': success({ user }) });
  const { container } = render(<App />);
  // The first page also loads what all of them share.
  await screen.findAllByRole('heading', { level: 1 }, { timeout: 25_000 });
  await waitFor(() => expect(container.querySelectorAll('[data-loading]')).toHaveLength(0));
  expect(screen.queryAllByRole('alert').map(({ textContent }) => textContent)).toEqual([]);
  const main = within(screen.getByRole('main'));
  // Some of it is fetched beside the page.
  await waitFor(() =>
    expect(main.queryAllByRole('link').length + main.queryAllByRole('button').length).toBeGreaterThan(0),
  );
  expect(screen.getByRole('main').textContent.split(/\s+/).length).toBeGreaterThan(4);
});
