import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';
import { connection } from '../lib/connection';
import { historyGuard } from '../lib/history-guard';

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 8_000 });

// As main.tsx does, before any router listens.
historyGuard.listen();

// jsdom lays nothing out, so it has nowhere to scroll to.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  connection.report(true);
});
