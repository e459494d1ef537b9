import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { neededBy } from './needed-by.ts';

/**
 * What opens without a network on a device that has been here once: signing in, the home page, the clock, the wall
 * display and a stock count.
 */
const pages = [
  'index.html',
  'src/app/routes/signed-in-app.tsx',
  'src/app/routes/left-behind.ts',
  'src/app/layout/offer.tsx',
  'src/features/auth/auth.actions.ts',
  'src/features/auth/login-page.tsx',
  'src/features/dashboard/dashboard-page.tsx',
  'src/app/routes/dashboard-extensions.tsx',
  'src/features/attendance/mine/attendance-page.tsx',
  'src/features/attendance/mine/my-month.tsx',
  'src/features/attendance/scan/scan-page.tsx',
  'src/features/attendance/display/display-page.tsx',
  'src/features/inventory/count/count-page.tsx',
  '/qr/decode.js',
];
/** Besides the chunks; of the fonts, the one that the page preloads. */
const files =
  /^(index\.html|theme\.js|first\.js|favicon\.svg|assets\/inter-latin-wght-normal-.*\.woff2|assets\/logo-.*\.svg)$/;

/** Two versions of all code, so that the files of the running one are not dropped for those of the next. */
const MOST_KEPT = 700;

/** The service worker. It never answers for the server: `/api` and `/socket.io` always reach the network. */
export function offline(): Plugin[] {
  let folder = 'dist';
  const output: Plugin = {
    name: 'offline-output',
    apply: 'build',
    // What a page fetches when it is idle, so that the worker keeps it.
    generateBundle(_, bundle) {
      // The decoder is large, and only the scanner needs it.
      const code = Object.keys(bundle).filter((file) => /^assets\/(?!scanner-).*\.(js|css)$/.test(file));
      this.emitFile({
        type: 'asset',
        fileName: 'code.json',
        source: JSON.stringify(code.map((file) => `/${file}`).sort()),
      });
    },
    writeBundle: ({ dir = folder }) => {
      folder = dir;
    },
  };
  const worker = VitePWA({
    manifest: false,
    injectRegister: null,
    workbox: {
      importScripts: ['/sw-routes.js', '/sw-push.js'],
      globPatterns: ['*.{html,js,svg}', 'assets/*.{js,css,woff2,svg}'],
      manifestTransforms: [
        (entries) => {
          const chunks = neededBy(folder, pages);
          return { manifest: entries.filter(({ url }) => files.test(url) || chunks.has(url)) };
        },
      ],
      dontCacheBustURLsMatching: /^assets\//,
      // Pages come from the network, so that a new version is never held back; only without one from the cache.
      directoryIndex: null,
      navigateFallback: null,
      navigationPreload: true,
      runtimeCaching: [
        {
          urlPattern: ({ request, url }) =>
            request.mode === 'navigate' && !/^\/(api|assets|socket\.io)(\/|$)/.test(url.pathname),
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: 'index.html' } },
        },
        {
          // Their names carry a hash of their content, so versions never mix.
          urlPattern: ({ sameOrigin, url }) => sameOrigin && url.pathname.startsWith('/assets/'),
          handler: 'CacheFirst',
          options: { cacheName: 'assets', expiration: { maxEntries: MOST_KEPT, purgeOnQuotaError: true } },
        },
      ],
      skipWaiting: true,
      clientsClaim: true,
      cleanupOutdatedCaches: true,
      inlineWorkboxRuntime: true,
    },
  });
  return [output, ...worker];
}
