import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '../shell.mjs';
import { namesOf } from './names.mjs';

const contract = 'packages/contract/src';
const web = 'apps/web/src';

/** One line in an existing file, after or before the text that the pattern finds. */
function insert(path, pattern, template) {
  return { type: 'modify', path: join(root, path), pattern, template };
}

/** Where a feature is registered, one line each; `npm run new` writes them, and removing a feature deletes them. */
function registrations() {
  return [
    insert(
      `${contract}/contract.ts`,
      /(\n\nconst c = initContract)/,
      "\nimport { {{camels}}Contract } from './{{kebabs}}/{{kebab}}.contract.js';$1",
    ),
    insert(`${contract}/contract.ts`, /$/, 'export const {{camels}} = c.router({{camels}}Contract, options);\n'),
    insert(
      `${contract}/socket.ts`,
      /(\n\n\/\*\* )/,
      "\nimport { {{camel}}Events } from './{{kebabs}}/{{kebab}}.events.js';$1",
    ),
    insert(`${contract}/socket.ts`, /(\n {2}\.\.\.eventsTo)/, '\n  ...{{camel}}Events,$1'),
    insert(
      `${contract}/index.ts`,
      /$/,
      "export * from './{{kebabs}}/{{kebab}}.events.js';\nexport * from './{{kebabs}}/{{kebab}}.schema.js';\n",
    ),
    insert(`${contract}/testing/index.ts`, /$/, "export * from '../{{kebabs}}/{{kebab}}.factory.js';\n"),
    insert(
      `${contract}/common/permission.ts`,
      /(\n {2}settings: \{ label)/,
      "\n  {{camels}}: { label: '{{WordsPlural}}', actions: { view: 'See', create: 'Create', edit: 'Edit', archive: 'Archive' } },$1",
    ),
    insert(
      `${contract}/common/permission.ts`,
      /(\n {4}\.\.\.every\('settings', 'laboratory'\),)/,
      "$1\n    ...every('{{camels}}', 'laboratory'),",
    ),
    insert(
      `${contract}/common/error-catalogue.ts`,
      /(\n\n {2}VERSION_CONFLICT:)/,
      "\n  {{CONSTANT}}_NOT_FOUND: { status: 404, message: 'This {{words}} does not exist' },$1",
    ),
    insert(
      `${contract}/common/error-catalogue.ts`,
      /(\n\n {2}PAYLOAD_TOO_LARGE:)/,
      "\n  {{CONSTANT}}_ARCHIVED: { status: 409, message: 'This {{words}} is archived and can no longer be changed' },$1",
    ),
    insert(`${contract}/audit/audit-log.schema.ts`, /(\n {2}'notification',)/, "\n  '{{kebab}}',$1"),
    insert(`${contract}/audit/audit-entity-labels.ts`, /(\n {2}notification: )/, "\n  '{{kebab}}': '{{Words}}',$1"),
    insert(
      'apps/api/src/app.module.ts',
      /(\nimport \{ [^\n]*'\.\/platform\/)/,
      "\nimport { {{Pascals}}Module } from './modules/{{kebabs}}/{{kebabs}}.module';$1",
    ),
    insert('apps/api/src/app.module.ts', /( {8}PreferencesModule,\n)/, '$1        {{Pascals}}Module,\n'),
    insert(
      'apps/api/demo/demo-network.ts',
      /(\nimport \{ seedLaboratories)/,
      "\nimport { seed{{Pascals}} } from './{{kebabs}}/{{kebab}}.demo';$1",
    ),
    insert('apps/api/demo/demo-network.ts', /(\n {2}seedStaff,)/, '$1\n  seed{{Pascals}},'),
    insert(`${web}/config/paths.ts`, /(\n {2}reports: )/, "\n  {{camels}}: '/{{kebabs}}',$1"),
    insert(`${web}/app/routes/sections.ts`, /(\n\n\/\*\* )/, "\nimport { {{camels}} } from './{{kebabs}}';$1"),
    insert(`${web}/app/routes/sections.ts`, /(\n {2}reports,)/, '\n  {{camels}},$1'),
    insert(
      `${web}/app/routes/palette-sources.ts`,
      /(\nimport \{ settingsPalette)/,
      "\nimport { {{camels}}Palette } from '../../features/{{kebabs}}/palette';$1",
    ),
    insert(`${web}/app/routes/palette-sources.ts`, /(\n {2}notificationsPalette,)/, '\n  {{camels}}Palette,$1'),
  ];
}

/** plop's entry point: `plop feature suppliers`. */
export default function configure(plop) {
  plop.setActionType('format', async (_answers, { paths }) => {
    const { code, output } = await run(
      join(root, 'node_modules/.bin/prettier'),
      ['--log-level=warn', '--write', ...paths],
      { stdio: 'pipe' },
    );
    if (code !== 0) throw new Error(output);
    return 'formatted';
  });

  plop.setGenerator('feature', {
    description: 'A new kind of document with a name: contract, API, screens, tests and demo data',
    prompts: [
      {
        type: 'input',
        name: 'plural',
        message: 'What are they called, in the plural, such as suppliers?',
        validate: (text) => problemWith(text) ?? true,
      },
    ],
    actions: ({ plural }) => {
      const problem = problemWith(plural);
      if (problem) throw new Error(problem);
      const data = namesOf(plural);
      const files = {
        type: 'addMany',
        base: 'templates',
        templateFiles: 'templates/**/*.hbs',
        destination: root,
        data,
      };
      const lines = registrations().map((action) => ({ ...action, data }));
      const folders = [contract, 'apps/api/src/modules', 'apps/api/demo', `${web}/features`].map((path) =>
        join(path, data.kebabs),
      );
      const routes = ['tsx', 'test.ts'].map((ending) => `${web}/app/routes/${data.kebabs}.${ending}`);
      const paths = [...folders, ...routes, ...new Set(lines.map(({ path }) => path))];
      return [files, ...lines, { type: 'format', paths }];
    },
  });
}

function problemWith(plural) {
  if (!/^[a-z]+(-[a-z]+)*$/.test(plural)) return 'Use lower-case letters, and hyphens between words: purchase-orders';
  const { kebab, kebabs } = namesOf(plural);
  if (kebab === kebabs) return `The singular of ${plural} is the same word; choose a noun with a plural of its own`;
  const taken = readdirSync(join(root, contract)).includes(kebabs);
  return taken ? `There already is a feature called ${kebabs}` : undefined;
}
