import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { fakeFetch } from '../testing/fake-fetch';
import { AppUpdate } from './app-update';

/** A browser whose page runs this script while the server's page has that one. */
async function open({ running, served }: { running: string; served: string }) {
  const script = Object.assign(document.createElement('script'), { type: 'module' });
  script.setAttribute('src', running);
  document.body.append(script);
  onTestFinished(() => script.remove());
  fakeFetch({ 'GET /': () => new Response(`<script type="module" src="${served}"></script>`) });
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
    await vi.waitFor(() => expect(update.current()).toBe(true));
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
