import { render } from '@testing-library/react';
import { createElement, Suspense } from 'react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ErrorBoundary } from '../ui/error-boundary';
import { fakeFetch } from '../testing/fake-fetch';
import { until } from '../testing/until';
import { AppUpdate, appUpdate } from './app-update';
import { lazyComponent } from './lazy-component';

/** A browser whose page runs this script while the server's page has that one. */
function run({ running, served }: { running: string; served: string | Error }) {
  const script = Object.assign(document.createElement('script'), { type: 'module' });
  script.setAttribute('src', running);
  document.body.append(script);
  onTestFinished(() => script.remove());
  const page = `<script src="/theme.js"></script><script type="module" crossorigin src="${String(served)}"></script>`;
  fakeFetch({ 'GET /': served instanceof Error ? served : () => new Response(page) });
}

async function open(versions: { running: string; served: string }) {
  run(versions);
  const workers = Object.assign(new EventTarget(), { register: vi.fn(() => Promise.reject(new Error('No worker'))) });
  const update = new AppUpdate();
  await update.start(workers as unknown as ServiceWorkerContainer);
  expect(workers.register).toHaveBeenCalledWith('/sw.js');
  const changes = vi.fn();
  update.subscribe(changes);
  workers.dispatchEvent(new Event('controllerchange'));
  return { update, changes };
}

describe('a worker that takes over', () => {
  it('offers the newer version that it belongs to, until the offer is closed', async () => {
    const { update, changes } = await open({ running: '/assets/index-1.js', served: '/assets/index-2.js' });
    await until(() => expect(update.current()).toBe(true));
    update.close();
    expect(update.current()).toBe(false);
    expect(changes).toHaveBeenCalledTimes(2);
  });

  it('offers nothing to a page of its own version', async () => {
    const { update, changes } = await open({ running: '/assets/index-1.js', served: '/assets/index-1.js' });
    await new Promise((resolve) => setTimeout(resolve));
    expect(changes).not.toHaveBeenCalled();
    expect(update.current()).toBe(false);
  });
});

it('keeps no code for later where the network has gone, and that is no fault', async () => {
  const gone = vi.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')));
  vi.doMock('./all-code', gone);
  vi.spyOn(globalThis, 'setInterval').mockReturnValue(0 as never);
  const registration = { update: vi.fn() };
  const workers = Object.assign(new EventTarget(), {
    register: () => Promise.resolve(registration),
    ready: Promise.resolve(registration),
  });
  await expect(new AppUpdate().start(workers as unknown as ServiceWorkerContainer)).resolves.toBeUndefined();
  expect(gone).toHaveBeenCalled();
  vi.doUnmock('./all-code');
});

describe('code that is no longer served', () => {
  const old = '/assets/index-1.js';
  const newer = { running: old, served: '/assets/index-2.js' };

  function replaced() {
    sessionStorage.clear();
    const load = vi.spyOn(appUpdate, 'load').mockReturnValue();
    load.mockClear();
    return load;
  }

  it('loads the newer version at once and shows no error, once for each version', async () => {
    const load = replaced();
    run(newer);
    const Part = lazyComponent(() => Promise.reject(new TypeError('404')));
    const failed = vi.fn();
    const { unmount } = render(
      createElement(ErrorBoundary, {
        fallback: () => {
          failed();
          return null;
        },
        children: createElement(Suspense, { fallback: null }, createElement(Part)),
      }),
    );
    await until(() => expect(load).toHaveBeenCalledTimes(1));
    expect(failed).not.toHaveBeenCalled();
    unmount();
    // The page that was loaded is the old one again, as from a cache on the way.
    expect(await appUpdate.loadIfReplaced()).toBe(false);
    run({ ...newer, served: '/assets/index-3.js' });
    expect(await appUpdate.loadIfReplaced()).toBe(true);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['the version is the same', old],
    ["the server can't be reached", new TypeError('Failed to fetch')],
  ])('loads nothing where %s', async (_, served) => {
    const load = replaced();
    run({ running: old, served });
    expect(await appUpdate.loadIfReplaced()).toBe(false);
    expect(load).not.toHaveBeenCalled();
  });
});
