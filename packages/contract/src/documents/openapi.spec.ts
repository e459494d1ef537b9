import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { type AppRoute, type AppRouter, isAppRoute } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import * as contract from '../contract.js';
import { openApiDocument } from './openapi.js';

const require = createRequire(import.meta.url);

type Media = { schema: object; example?: unknown };
type Operation = {
  summary: string;
  description: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content: Record<string, Media> }>;
};

const { paths } = (await openApiDocument()) as unknown as { paths: Record<string, Record<string, Operation>> };

function routesOf(router: AppRouter): AppRoute[] {
  return Object.values(router).flatMap((entry) => (isAppRoute(entry) ? [entry] : routesOf(entry)));
}

const described = routesOf(contract).map((route) => {
  const operation = paths[route.path.replaceAll(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()];
  if (!operation) throw new Error(`${route.method} ${route.path} is missing.`);
  return { name: `${route.method} ${route.path}`, route, operation };
});

/** Parses an example with the schema of the route. */
function expectExample(schema: unknown, content: Record<string, Media> | undefined): void {
  const example = Object.values(content ?? {})[0]?.example;
  expect(example).toBeDefined();
  expect((schema as z.ZodType).safeParse(example).error).toBeUndefined();
  expect(JSON.stringify(example)).not.toContain('…');
}

describe('every operation', () => {
  it.each(described)('$name has a summary and a description that read well', ({ operation }) => {
    const { summary, description } = operation;
    expect(summary).toMatch(/^[A-Z][a-z]+,? [^.]{4,100}$/);
    // A verb in the imperative.
    expect(summary).not.toMatch(/^(The|A|An|Who|What|Whether|One|People|How) /);
    const [own = '', ...implied] = description.split('\n\n');
    expect(own).toMatch(/^(`?[A-Z]|\d).*\.$/);
    expect(own.toLowerCase()).not.toBe(`${summary.toLowerCase()}.`);
    expect(implied.join()).toMatch(/Requires (no session|a session|the (permissions? `|token ))/);
  });

  it.each(described.filter(({ route }) => 'body' in route && route.body instanceof z.ZodType))(
    '$name has an example of its body',
    ({ route, operation }) => {
      expectExample((route as { body: unknown }).body, operation.requestBody?.content);
    },
  );

  it.each(described)('$name has an example of a success, or answers with a file', ({ route, operation }) => {
    const [status = ''] = Object.keys(route.responses).filter((each) => Number(each) < 300);
    const schema = route.responses[Number(status)];
    const { content } = operation.responses[status] ?? {};
    if (schema instanceof z.ZodType) expectExample(schema, content);
    else expect(content).toHaveProperty(['*/*']);
  });
});

it('is a document in which Redocly finds nothing', () => {
  const redocly = require.resolve('@redocly/cli/bin/cli.js');
  // Without these variables, it reports its use and looks for its next version.
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const output = execFileSync(process.execPath, [redocly, 'lint', 'release/openapi.json', '--format=json'], {
    cwd: new URL('../../', import.meta.url),
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(JSON.parse(output)).toMatchObject({ totals: { errors: 0, warnings: 0, ignored: 0 }, problems: [] });
});
