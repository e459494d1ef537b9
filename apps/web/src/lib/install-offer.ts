import { stored } from './storage';
import { Store } from './store';

/** What a Chromium browser sends when it would install the product; TypeScript's DOM library lacks it. */
type InstallEvent = Event & { prompt: () => Promise<unknown> };

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallEvent;
  }
}

/** A person who closed the offer is not asked again for three months. */
const QUIET_MS = 90 * 86_400_000;

/**
 * The browser's offer to install the product. It comes once per page load, often before anyone has signed in, so it is
 * heard from the start and kept until it is taken up or closed.
 */
class InstallOffer extends Store<boolean> {
  #offered: InstallEvent | undefined;

  constructor() {
    super(false);
  }

  /** Hears the browser; gives back the way to stop. */
  listen(target: Window = window): () => void {
    const isQuiet = Date.now() - Number(stored.installDeclinedAt.read() ?? 0) < QUIET_MS;
    const onOffer = (event: InstallEvent) => {
      // Without this the browser shows an offer of its own beside ours.
      event.preventDefault();
      if (!isQuiet) this.#keep(event);
    };
    const onInstalled = () => this.#keep(undefined);
    target.addEventListener('beforeinstallprompt', onOffer);
    target.addEventListener('appinstalled', onInstalled);
    return () => {
      target.removeEventListener('beforeinstallprompt', onOffer);
      target.removeEventListener('appinstalled', onInstalled);
    };
  }

  /** Opens the browser's own dialog. An offer can be taken up once; the browser may make another. */
  install = (): void => {
    void this.#offered?.prompt();
    this.#keep(undefined);
  };

  /** Hides this offer, and those of later page loads for a while. */
  close = (): void => {
    try {
      stored.installDeclinedAt.write(String(Date.now()));
    } catch {
      // Without storage, the next page load asks again.
    }
    this.#keep(undefined);
  };

  #keep(offer: InstallEvent | undefined): void {
    this.#offered = offer;
    this.set(offer !== undefined);
  }
}

export const installOffer = new InstallOffer();
