import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const compose = readFileSync(new URL('../docker/compose.yaml', import.meta.url), 'utf8');

/** The lines of each entry of a top-level part, by its name. */
function entriesOf(part) {
  const [, lines = ''] = compose.split(new RegExp(`^${part}:\\n`, 'm'));
  const [own = ''] = lines.split(/^\S/m);
  const entries = own.split(/^ {2}(?=[\w-]+:)/m).slice(1);
  return new Map(entries.map((entry) => [entry.split(':', 1)[0], entry]));
}

const services = entriesOf('services');
const internal = [...entriesOf('networks')].filter(([, lines]) => /internal: true/.test(lines)).map(([name]) => name);
const networksOf = (service) => /^ +networks: \[(.*)\]$/m.exec(services.get(service) ?? '')?.[1]?.split(', ') ?? [];
const reachesInternet = (service) => networksOf(service).some((network) => !internal.includes(network));

it('the API can send email and push messages, and what stores data can reach nobody', () => {
  expect([...services.keys()]).toEqual(['web', 'api', 'mongo', 'redis']);
  expect(services.get('api')).toContain('SMTP_URL');
  expect(['api', 'mongo', 'redis'].map(reachesInternet)).toEqual([true, false, false]);
});

it('only nginx can be reached from outside', () => {
  expect([...services].filter(([, lines]) => /^ +ports:/m.test(lines)).map(([name]) => name)).toEqual(['web']);
});
