import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';
import { chunks } from './build/chunks.ts';
import { firstCode } from './build/first-code.ts';
import { offline } from './build/offline.ts';
import { precompress } from './build/precompress.ts';
import { bareRoutes, withoutJsonSchemas, withoutUnusedSchemas } from './build/slim-contract.ts';

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? '3001'}`;

export default defineConfig({
  plugins: [react(), firstCode(), precompress(), bareRoutes(), withoutUnusedSchemas(), withoutJsonSchemas(), offline()],
  resolve: {
    // The contract is read from its source, so that a change of it shows at once.
    conditions: ['@shifa/source', ...defaultClientConditions],
    alias: [
      // Whoever imports zod, the contract included, gets it with code generation switched off (see the file).
      { find: /^zod$/, replacement: fileURLToPath(new URL('./src/lib/zod.ts', import.meta.url)) },
    ],
  },
  build: {
    manifest: true,
    // Of every package in the bundle; Settings shows them.
    license: { fileName: 'licences.json' },
    target: 'es2023',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 900,
    // Merging them made chunks import each other, and the contract's schemas then ran before zod did.
    rolldownOptions: {
      experimental: { chunkOptimization: { mergeCommonChunks: false } },
      output: { codeSplitting: chunks },
    },
  },
  // The API knows the worker of the scanner by this name, see apps/api/src/platform/http/web.ts.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/scanner-[hash].js' } } },
  server: {
    port: 5173,
    proxy: { '/api': api, '/socket.io': { target: api, ws: true } },
  },
});
