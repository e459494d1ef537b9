type Listener = () => void;

/** How often a page that stays open asks for a newer version. */
const ASK_EVERY_MS = 60 * 60_000;

/**
 * The service worker, which lets the product open without a network, and whether a newer version is served than the one
 * that runs. Only the person loads it, except where code of the page cannot be fetched: nothing that they do is
 * interrupted.
 */
export class AppUpdate {
  #available = false;
  readonly #listeners = new Set<Listener>();

  current = (): boolean => this.#available;

  subscribe = (listener: Listener): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Loads the newer version; what was typed is kept as a draft. */
  load = (): void => window.location.reload();

  /** Hides the offer until another version is served. */
  close = (): void => this.#set(false);

  /** Installs the service worker once the page has loaded, so that the first visit does not wait for it. */
  async start(workers: ServiceWorkerContainer | undefined = serviceWorkers()): Promise<void> {
    if (!workers) return;
    // The first worker takes over a page of its own version; later ones belong to a newer one, or to the page's own if
    // that came from the network just before.
    workers.addEventListener('controllerchange', () => void this.#compare());
    const registration = await workers.register('/sw.js').catch(() => undefined);
    if (registration) setInterval(() => void registration.update().catch(() => undefined), ASK_EVERY_MS);
  }

  async #compare(): Promise<void> {
    const script = document.querySelector<HTMLScriptElement>('script[type=module]')?.getAttribute('src');
    const page = await fetch('/', { cache: 'no-cache' }).catch(() => undefined);
    if (page?.ok && script && !(await page.text()).includes(script)) this.#set(true);
  }

  #set(available: boolean): void {
    this.#available = available;
    for (const listener of [...this.#listeners]) listener();
  }
}

/** Absent where the page came over plain http from another machine. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  return (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
}

export const appUpdate = new AppUpdate();
