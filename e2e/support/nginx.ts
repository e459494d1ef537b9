import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, REPOSITORY } from './server.js';

/** The lines of the image that a host without its DNS server cannot use. */
const RESOLVED_NAMES = /^resolver .*$|^ *set \$api .*$/gm;

/** The nginx of the system with the configuration of the image, in front of several processes. */
export async function startNginx(
  addresses: readonly string[],
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'shifa-nginx-'));
  const port = await freePort();
  await mkdir(join(folder, 'temporary'));
  await writeFile(join(folder, 'nginx.conf'), await configuration(port, addresses));
  const path = `${process.env['PATH'] ?? ''}:/usr/sbin`;
  const child = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'errors.log'], {
    env: { PATH: path },
    stdio: 'inherit',
  });
  const url = `http://127.0.0.1:${port}`;
  const failed = once(child, 'error').then(([error]: unknown[]) => Promise.reject(error as Error));
  await Promise.race([answers(`${url}/healthz`), failed]);
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function configuration(port: number, addresses: readonly string[]): Promise<string> {
  const template = await readFile(join(REPOSITORY, 'docker/nginx.conf.template'), 'utf8');
  const site = template
    .replaceAll(RESOLVED_NAMES, '')
    .replace('listen 8080;', `listen 127.0.0.1:${port};\n    set $api http://api;`)
    .replace('/var/log/nginx/access.log', 'access.log')
    .replace('/usr/share/nginx/html', join(REPOSITORY, 'apps/web/dist'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    pid nginx.pid;
    worker_processes 1;
    events { worker_connections 4096; }
    http {
      access_log off;
      ${temporary.map((name) => `${name}_temp_path temporary/${name};`).join('\n')}
      upstream api {
        ${addresses.map((address) => `server ${new URL(address).host} max_fails=1 fail_timeout=1s;`).join('\n')}
      }
      ${site}
    }`;
}

async function answers(url: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
