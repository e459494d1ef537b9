import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { installOffer } from './lib/install-offer';
import { session } from './lib/session';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

session.followOtherTabs();
installOffer.listen();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
