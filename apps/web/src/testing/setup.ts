import { createRequire } from 'node:module';
import type * as Emotion from '@emotion/react';
import '@testing-library/jest-dom/vitest';
import { onlineManager } from '@tanstack/react-query';
import { cleanup, configure, renderHook } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { appUpdate } from '../lib/app-update';
import { connection } from '../lib/connection';
import { heldWrites } from '../data/held-writes';
import { historyGuard } from '../lib/history-guard';
import { layers } from '../lib/layers';
import { session } from '../data/session';
import { tapGuard } from '../lib/tap-guard';

// The instance that MUI uses: Vite would resolve an import to the build for browsers, whose cache MUI does not fill.
const { __unsafe_useEmotionCache: useEmotionCache } = createRequire(import.meta.url)(
  '@emotion/react',
) as typeof Emotion;

// A busy machine is slow, not wrong.
configure({ asyncUtilTimeout: 20_000 });

// As main.tsx does, before any router listens.
beforeAll(() => {
  const stops = [historyGuard.listen(), layers.listen(), tapGuard.listen(), heldWrites.listen()];
  return () => {
    for (const stop of stops) stop();
  };
});

// jsdom lays nothing out, so it has nowhere to scroll to.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  // Vitest itself does so before the next test, which is too late for what the next file imports.
  vi.unstubAllGlobals();
  session.end('left');
  localStorage.clear();
  sessionStorage.clear();
  connection.report(true);
  // An answer for an outdated page offers a newer version.
  appUpdate.close();
  // A test that failed while it had no network would stop the requests of later ones.
  onlineManager.setOnline(true);
});

/** Style sheets that may remain after a file. A file adds hundreds; those of a module that it loads again remain. */
const MOST_SHEETS = 150;

/** jsdom keeps the sheet of a DataGrid's variables, which has one rule, when its element is gone. */
function isOfGoneGrid({ ownerNode }: CSSStyleSheet): boolean {
  const href = ownerNode instanceof Element ? ownerNode.getAttribute('href') : null;
  return ownerNode?.isConnected === false && href?.startsWith('/MuiDataGridVariables') === true;
}

// Style sheets add up in the window that files share, and jsdom goes through all rules to answer whether an element
// is visible.
afterAll(() => {
  const cache = renderHook<Emotion.EmotionCache | null, unknown>(useEmotionCache).result.current;
  cleanup();
  if (!cache) throw new Error('Emotion has no style sheet.');
  cache.sheet.flush();
  cache.inserted = {};
  // Those of the toasts, whose library does not find its own again in jsdom.
  for (const style of document.querySelectorAll('style')) style.remove();
  const left = [...document.styleSheets].filter((sheet) => !isOfGoneGrid(sheet));
  if (left.length > MOST_SHEETS) throw new Error('Styles of this file would slow down the next ones.');
});
