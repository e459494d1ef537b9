import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';

const api = `http://127.0.0.1:${process.env['API_PORT'] ?? '3001'}`;

export default defineConfig({
  plugins: [react(), precompress()],
  resolve: {
    alias: [
      // Whoever imports zod, the contract included, gets it with code generation switched off (see the file).
      { find: /^zod$/, replacement: fileURLToPath(new URL('./src/lib/zod.ts', import.meta.url)) },
    ],
  },
  build: { manifest: true, target: 'es2023', assetsInlineLimit: 0, chunkSizeWarningLimit: 900 },
  server: {
    port: 5173,
    proxy: { '/api': api, '/socket.io': { target: api, ws: true } },
  },
});
