import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { prepareFirstScreen } from './app/routes/app-routes';
import { appUpdate } from './lib/app-update';
import { connection } from './lib/connection';
import { heldWrites } from './data/held-writes';
import { historyGuard } from './lib/history-guard';
import { layers } from './lib/layers';
import { installOffer } from './lib/install-offer';
import { session } from './data/session';
import { tapGuard } from './lib/tap-guard';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

historyGuard.listen();
layers.listen();
tapGuard.listen();
session.followOtherTabs();
installOffer.listen();
connection.listen();
heldWrites.listen();

/** How long the first screen may take before a loading view is shown in its place. */
const PATIENCE_MS = 600;
const start = () =>
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
// A loading view that is replaced at once takes a slow phone a quarter of a second, and React shows it for longer.
// Code that cannot be fetched is reported by the screen that needs it.
void Promise.race([
  prepareFirstScreen().catch(() => undefined),
  new Promise((resolve) => setTimeout(resolve, PATIENCE_MS)),
]).then(start);

// The development server has no service worker.
if (import.meta.env.PROD) addEventListener('load', () => void appUpdate.start(), { once: true });

// Not needed for the first screen. Without its code, the back button leaves the app as the browser has it.
addEventListener(
  'load',
  () => void import('./lib/first-entry').then(({ doubleFirstEntry }) => doubleFirstEntry()).catch(() => undefined),
  { once: true },
);
