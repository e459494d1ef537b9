import { connection } from './connection';
import { stored } from './storage';
import { Store } from './store';

/** How often a page that stays open asks for a newer version. */
const ASK_EVERY_MS = 60 * 60_000;
/** How long the page waits to learn whether a newer version replaced the code that it lacks. */
const ANSWER_WITHIN_MS = 4_000;

/**
 * The service worker, which lets the product open without a network, and whether a newer version is served than the one
 * that runs. Only the person loads it, except where code of the page cannot be fetched: nothing that they do is
 * interrupted.
 */
export class AppUpdate extends Store<boolean> {
  constructor() {
    super(false);
  }

  /** Loads the newer version; what was typed is kept as a draft. */
  load = (): void => window.location.reload();

  /**
   * Loads the newer version at once, because code of this one is no longer served. Each version is loaded for that only
   * once, so that a server that does not have it either never makes the page load for ever.
   * @returns whether the page is about to be replaced.
   */
  async loadIfReplaced(): Promise<boolean> {
    if (runningVersion() === undefined || connection.current().status === 'offline') return false;
    const served = await servedVersion(AbortSignal.timeout(ANSWER_WITHIN_MS));
    if (served === undefined || served === runningVersion() || served === stored.reloadedFor.read()) return false;
    try {
      stored.reloadedFor.write(served);
    } catch {
      return false;
    }
    this.load();
    return true;
  }

  /** Offers to load the newer version, because the server no longer accepts requests of this one. */
  offer = (): void => this.set(true);

  /** Hides the offer until another version is served. */
  close = (): void => this.set(false);

  /** Installs the service worker once the page has loaded, so that the first visit does not wait for it. */
  async start(workers: ServiceWorkerContainer | undefined = serviceWorkers()): Promise<void> {
    if (!workers) return;
    // The first worker takes over a page of its own version; later ones belong to a newer one, or to the page's own if
    // that came from the network just before.
    workers.addEventListener('controllerchange', () => void this.#compare());
    const registration = await workers.register('/sw.js').catch(() => undefined);
    if (!registration) return;
    setInterval(() => void registration.update().catch(() => undefined), ASK_EVERY_MS);
    await workers.ready;
    // Without a network, nothing is kept this time.
    const code = await import('./all-code').catch(() => undefined);
    await code?.keepAllCode(runningVersion());
  }

  async #compare(): Promise<void> {
    const served = await servedVersion();
    if (served !== undefined && runningVersion() !== undefined && served !== runningVersion()) this.set(true);
  }
}

/** The name of the script that the page runs, which carries a hash; none on the development server and in tests. */
export function runningVersion(): string | undefined {
  return document.querySelector<HTMLScriptElement>('script[type=module]')?.getAttribute('src') ?? undefined;
}

/** The one that the server's page would run; nothing where the server cannot be reached. */
async function servedVersion(signal?: AbortSignal): Promise<string | undefined> {
  try {
    const page = await fetch('/', { cache: 'no-cache', ...(signal && { signal }) });
    return page.ok ? /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text())?.[1] : undefined;
  } catch {
    return undefined;
  }
}

/** Absent where the page came over plain http from another machine. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  return (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
}

export const appUpdate = new AppUpdate();
