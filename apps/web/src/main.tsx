import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
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
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

// The development server has no service worker.
if (import.meta.env.PROD) addEventListener('load', () => void appUpdate.start(), { once: true });
