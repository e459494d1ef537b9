import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(js|css|html|svg|wasm|webmanifest)$/;

/** Writes a `.br` and a `.gz` beside every text file of the build, so that the server never compresses one itself. */
export function precompress(): Plugin {
  return {
    name: 'precompress',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler({ dir = 'dist' }) {
        const files = await readdir(dir, { recursive: true });
        await Promise.all(files.filter((file) => compressible.test(file)).map((file) => compress(join(dir, file))));
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const source = await readFile(file);
  const [br, gz] = await Promise.all([promisify(brotliCompress)(source), promisify(gzip)(source, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
}
