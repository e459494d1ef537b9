// Proves that each rule of .dependency-cruiser.cjs is effective, with a small tree that violates every rule once.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './shell.mjs';

const config = '.dependency-cruiser.cjs';
const { forbidden } = createRequire(import.meta.url)(join(root, config));
const depcruise = join(root, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');

const api = 'apps/api/src';
const web = 'apps/web/src';

// rule → the file that violates it, and how.
const violations = {
  'no-cycles': [`${web}/lib/egg.ts`, `import './hen';`],
  'no-orphans': [`${web}/lib/forgotten.ts`, `export {};`],
  resolvable: [`${web}/lib/typo.ts`, `import './nowhere'; import './shared';`],
  'declared-dependencies': [`${web}/lib/undeclared.ts`, `import 'left-pad';`],
  'tests-only-in-tests': [`${web}/lib/tested.ts`, `import '../testing/render';`],
  'contract-stands-alone': ['packages/contract/src/server.ts', `import 'mongoose';`],
  'apps-are-strangers': [`${api}/app.module.ts`, `import '../../web/src/lib/shared';`],
  'packages-know-no-app': ['packages/embedded-mongo/src/app.ts', `import '../../../apps/web/src/lib/shared';`],
  'packages-by-name': [`${web}/lib/deep.ts`, `import '../../../../packages/contract/src/index';`],
  'examples-stand-alone': ['examples/sync/src/main.ts', `import '../../../packages/contract/src/index';`],
  'web-knows-no-database': [`${web}/lib/database.ts`, `import '../../../../packages/embedded-mongo/dist/index';`],
  'platform-knows-no-module': [`${api}/platform/guard.ts`, `import '../modules/staff/staff.port';`],
  'data-layer-knows-no-http': [`${api}/platform/mongo/answers.ts`, `import '../http/server';`],
  'demo-data-apart': [`${api}/modules/finance/sample.ts`, `import '../../../demo/demo-network';`],
  'modules-meet-at-ports': [`${api}/modules/finance/entry.service.ts`, `import '../staff/staff.service';`],
  'module-files-join-modules': [`${api}/modules/finance/finance.module.ts`, `import '../staff/staff.service';`],
  'module-files-only-register-collections': [`${api}/modules/stock/stock.module.ts`, `import 'mongoose';`],
  'controllers-reach-no-repository': [`${api}/modules/staff/staff.controller.ts`, `import './staff.repository';`],
  'only-the-data-layer-knows-mongoose': [`${api}/modules/finance/entry.mapper.ts`, `import 'mongoose';`],
  'pools-have-fair-shares': [`${api}/modules/finance/pictures.ts`, `import 'piscina';`],
  'queues-are-fair-shares': [`${api}/modules/finance/prints.ts`, `import 'p-limit';`],
  'web-foundation-knows-no-feature': [`${web}/screens/card.ts`, `import '../features/staff/staff-table';`],
  'web-data-knows-no-screen': [`${web}/data/queries.ts`, `import '../ui/button';`],
  'web-lib-knows-no-data': [`${web}/lib/session.ts`, `import '../data/requests';`],
  'web-ui-knows-no-data': [`${web}/ui/list.ts`, `import '../data/requests';`],
  'web-features-are-strangers': [`${web}/features/finance/entry.ts`, `import '../staff/staff-table';`],
  'only-routes-compose': [`${web}/app/router.ts`, `import '../features/staff/staff-table';`],
};

// What the rules allow: each file uses an exception of one rule.
const allowed = {
  [`${web}/lib/shared.ts`]: `export const shared = 1;`,
  [`${web}/testing/render.ts`]: `import '../lib/shared';`,
  [`${web}/features/staff/staff-table.ts`]: `import '../../screens/list-screen'; import '../../ui/button';`,
  [`${web}/features/staff/staff-table.test.ts`]: `import '../../testing/render'; import './staff-table';`,
  [`${web}/data/requests.ts`]: `import '../lib/shared';`,
  [`${web}/screens/list-screen.ts`]: `import '../data/requests'; import '../ui/button';`,
  [`${web}/ui/button.ts`]: `import '../lib/shared';`,
  [`${web}/app/routes/staff-page.ts`]: `import '../../features/staff/staff-table';`,
  [`${api}/first-data.ts`]: `void import('../demo/demo-network');`,
  'apps/api/demo/demo-network.ts': `import '../src/modules/staff/staff.service';`,
  [`${api}/modules/staff/staff.port.ts`]: `import './staff.service';`,
  [`${api}/modules/staff/staff.service.ts`]: `import './staff.repository';`,
  [`${api}/modules/staff/staff.repository.ts`]: `import 'mongoose'; import '../../platform/mongo/scope';`,
  [`${api}/modules/finance/entry.listener.ts`]: `import '../staff/staff.port';`,
  [`${api}/modules/staff/staff.module.ts`]: `import '@nestjs/mongoose'; import '../labs/labs.module';`,
  [`${api}/modules/labs/labs.module.ts`]: `import './labs.port';`,
  [`${api}/modules/labs/labs.port.ts`]: `export const labs = 1;`,
  [`${api}/platform/http/server.ts`]: `export const server = 1;`,
  [`${api}/platform/mongo/scope.ts`]: `import 'mongoose';`,
  [`${api}/platform/domain/object-id.ts`]: `import 'mongoose';`,
  [`${api}/platform/mongo/keyed-mutex.ts`]: `import 'p-limit';`,
  [`${api}/platform/limits/pools.ts`]: `import 'piscina';`,
  'packages/contract/src/index.ts': `import 'zod'; import './common';`,
  'packages/contract/src/common.ts': `export const common = 1;`,
  'examples/sync/src/send.ts': `import './settings'; import 'zod';`,
  'examples/sync/src/settings.ts': `export const settings = 1;`,
  'packages/embedded-mongo/dist/index.js': `export const embedded = 1;`,
};

function manifest(name, dependencies) {
  return JSON.stringify({ name, version: '1.0.0', type: 'module', main: 'index.js', dependencies });
}

const scaffold = {
  [`${web}/lib/hen.ts`]: `import './egg';`,
  'package.json': manifest('scratch', {}),
  'apps/web/package.json': manifest('web', {}),
  'apps/api/package.json': manifest('api', { mongoose: '*', '@nestjs/mongoose': '*', piscina: '*', 'p-limit': '*' }),
  'packages/contract/package.json': manifest('contract', { zod: '*' }),
  'packages/embedded-mongo/package.json': manifest('embedded-mongo', {}),
  'examples/sync/package.json': manifest('sync', { zod: '*' }),
  'node_modules/left-pad/package.json': manifest('left-pad', {}),
  'node_modules/left-pad/index.js': '',
  'node_modules/@nestjs/mongoose/package.json': manifest('@nestjs/mongoose', {}),
  'node_modules/@nestjs/mongoose/index.js': '',
  'node_modules/mongoose/package.json': manifest('mongoose', {}),
  'node_modules/mongoose/index.js': '',
  'node_modules/piscina/package.json': manifest('piscina', {}),
  'node_modules/piscina/index.js': '',
  'node_modules/p-limit/package.json': manifest('p-limit', {}),
  'node_modules/p-limit/index.js': '',
  'node_modules/zod/package.json': manifest('zod', {}),
  'node_modules/zod/index.js': '',
};

describe('boundaries', () => {
  const scratch = mkdtempSync(join(tmpdir(), 'boundaries-'));
  let found;

  beforeAll(() => {
    const files = { ...scaffold, ...allowed, ...Object.fromEntries(Object.values(violations)) };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(scratch, path)), { recursive: true });
      writeFileSync(join(scratch, path), text);
    }
    cpSync(join(root, config), join(scratch, config));
    const args = [
      depcruise,
      '--config',
      config,
      '--output-type',
      'json',
      '--progress',
      'none',
      'apps',
      'packages',
      'examples',
    ];
    const report = JSON.parse(execFileSync(process.execPath, args, { cwd: scratch, maxBuffer: 1e8 }).toString());
    found = report.summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
  });

  afterAll(() => rmSync(scratch, { recursive: true }));

  it('has a violation for each rule', () => {
    expect(Object.keys(violations).sort()).toEqual(forbidden.map((rule) => rule.name).sort());
  });

  it.each(Object.entries(violations))('%s', (rule, [from]) => {
    expect(found).toContainEqual({ rule, from });
  });

  it.each(Object.keys(allowed))('lets %s be', (path) => {
    expect(found.filter(({ from }) => from === path)).toEqual([]);
  });
});
