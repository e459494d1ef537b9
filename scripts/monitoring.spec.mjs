import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './shell.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
const names = (text) => [...new Set(text.match(/\bshifa_\w+/g))];

describe('the dashboard and the alerts', () => {
  const metrics = names(read('apps/api/src/platform/metrics/metrics.ts'));
  const files = ['docker/monitoring/alerts.yml', 'docker/monitoring/dashboard.json'];

  it.each(files)('use only metrics that exist: %s', (file) => {
    const used = names(read(file)).map((name) => name.replace(/(?<=_seconds)_(bucket|count|sum)$/, ''));
    expect(used.filter((name) => !metrics.includes(name))).toEqual([]);
  });

  it('show every metric', () => {
    const shown = names(read('docker/monitoring/dashboard.json')).join();
    expect(metrics.filter((name) => !shown.includes(name))).toEqual([]);
  });

  it('are explained to the operator', () => {
    const alerts = [...read('docker/monitoring/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
    const operating = read('docs/operating.md');
    expect(alerts.length).toBeGreaterThan(0);
    expect(alerts.filter((name) => !operating.includes(`\`${name}\``))).toEqual([]);
  });
});
