import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, Suspense, useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { appUpdate } from '../lib/app-update';
import { connection } from '../lib/connection';
import { renderApp } from '../testing/render-app';
import { until } from '../testing/until';
import { lazyForm } from './drawers/lazy-form';
import { lazyPart } from './lazy-part';

const noNetwork = new TypeError('Failed to fetch dynamically imported module');

/** Code that comes when there is a network. */
function code<Props>(part: ComponentType<Props>) {
  let online = false;
  const load = () => (online ? Promise.resolve(part) : Promise.reject(noNetwork));
  return { load, goOnline: () => (online = true) };
}

/** A page on which something was typed before its drawer is opened. */
function openPage(Part: ComponentType<{ onClose: () => void }>) {
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <input aria-label="Search" />
        <button onClick={() => setOpen(true)}>Use stock</button>
        <Suspense fallback={null}>{open && <Part onClose={() => setOpen(false)} />}</Suspense>
      </>
    );
  }
  renderApp(<Page />);
}

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(appUpdate, 'load').mockReturnValue();
});

it.each([
  ['form', (load: () => Promise<ComponentType<{ onClose: () => void }>>) => lazyForm(() => 'Use stock', load)],
  ['dialog', lazyPart],
])('a %s that cannot be fetched says so above the page, which stays with what was typed', async (_, lazy) => {
  const user = userEvent.setup();
  const { load, goOnline } = code<{ onClose: () => void }>(() => <p>fields</p>);
  openPage(lazy(load));
  await user.type(screen.getByLabelText('Search'), 'gloves');
  const open = () => user.click(screen.getByRole('button', { name: 'Use stock' }));
  await open();
  expect(await screen.findByRole('dialog', { name: 'This needs a connection' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.getByLabelText('Search')).toHaveValue('gloves');
  await until(() => expect(screen.queryByRole('dialog')).toBeNull());

  await open();
  await screen.findByRole('dialog', { name: 'This needs a connection' });
  goOnline();
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('fields')).toBeInTheDocument();
});

it('a part of the page says so in its own place, and is there when the connection is back', async () => {
  const { load, goOnline } = code(() => <p>chart</p>);
  const Part = lazyPart(load);
  renderApp(
    <>
      <p>table</p>
      <Suspense fallback={null}>
        <Part />
      </Suspense>
    </>,
  );
  expect(await screen.findByText(/This needs a connection/)).toBeVisible();
  expect(screen.getByText('table')).toBeVisible();
  goOnline();
  act(() => connection.report(false));
  act(() => connection.report(true));
  expect(await screen.findByText('chart')).toBeVisible();
});

it('a menu whose code cannot be fetched says so only while it is open', async () => {
  const user = userEvent.setup();
  const { load } = code<{ open: boolean; onClose: () => void }>(() => <p>items</p>);
  const Menu = lazyPart(load);
  function Page() {
    const [open, setOpen] = useState(false);
    const [wasOpen, setWasOpen] = useState(false);
    const show = () => {
      setOpen(true);
      setWasOpen(true);
    };
    return (
      <>
        <button onClick={show}>Account</button>
        <Suspense fallback={null}>{wasOpen && <Menu open={open} onClose={() => setOpen(false)} />}</Suspense>
      </>
    );
  }
  renderApp(<Page />);
  for (const _ of ['first', 'second']) {
    await user.click(screen.getByRole('button', { name: 'Account' }));
    expect(await screen.findByRole('dialog', { name: 'This needs a connection' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await until(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});
