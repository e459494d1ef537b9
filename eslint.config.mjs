import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

const words = '/[A-Za-z]{2}/';
const chosenWords =
  ':matches(ConditionalExpression, LogicalExpression[operator="&&"]) > ' +
  `:matches(Literal[value=${words}], TemplateLiteral:not(:has(> TemplateElement:first-child[value.raw=/^ · /])))`;
const lowerCased = 'CallExpression[callee.property.name="toLowerCase"]';
const bareNoun = 'CallExpression[callee.name="plural"] > Literal[value=/^[a-z ]+$/]';
const addressOrStyle = 'TemplateElement[value.raw=/[\\u002f#?&=_]|:[a-z]|^[a-z]+-/]';

/** Where a text is, and which pieces of it make it a sentence that is glued from fragments. */
const gluedTexts = [
  `TemplateLiteral:has(> TemplateElement[value.raw=${words}]):not(:has(> ${addressOrStyle})) > ${chosenWords}`,
  `:matches(JSXElement, JSXFragment):has(> JSXText[value=${words}]) > JSXExpressionContainer > ${chosenWords}`,
  'Literal[value=/^(, | |\\. )[A-Za-z]{2}/]',
  'TemplateLiteral > TemplateElement:first-child[value.raw=/^(, | |\\. )[A-Za-z]{2}/]',
  `TemplateLiteral > ${lowerCased}`,
  `JSXElement:has(> JSXText[value=${words}]) > JSXExpressionContainer > ${lowerCased}`,
  `TemplateLiteral > ${bareNoun}`,
  `JSXElement:has(> JSXText[value=${words}]) > JSXExpressionContainer > ${bareNoun}`,
].map((selector) => ({
  selector,
  message: 'Choose between whole messages, in the messages file of the feature: see docs/style.md.',
}));

const rowKeys = {
  selector: 'JSXAttribute[name.name="key"] > JSXExpressionContainer > Identifier[name=/^(index|i|at)$/]',
  message: 'Use an id, or useRowKeys: by its index, a row takes over what is typed into another one.',
};

const todayInUtc = {
  selector:
    'CallExpression[callee.property.name="slice"][callee.object.callee.property.name="toISOString"]' +
    ':has(:matches(NewExpression[callee.name="Date"][arguments.length=0], Identifier[name="now"]))',
  message: 'Use businessDay or dayIn: for hours of each day, the day in UTC is not that of the laboratory.',
};

const todayOnce = {
  selector: 'CallExpression[callee.name="dayOf"] > NewExpression[callee.name="Date"][arguments.length=0]',
  message: 'Use useToday in a component, which can be shown past midnight, and dayAhead(0, timeZone) elsewhere.',
};

const partOfADate = {
  selector:
    'JSXOpeningElement[name.name!=/^(TextInput|FormText)$/] > JSXAttribute[name.name="type"][value.value=/^(date|time)$/]',
  message: 'Use TextInput, FormText or useWholeDate, which never pass on a part of a date as none.',
};

const lateNavigation = {
  selector: 'Property[key.name=/^on(Success|Settled)$/] CallExpression[callee.name="navigate"]',
  message: 'Use `leave` of useWrite: an answer that comes late must not lead away from what the person does by then.',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'reports/**',
      '*/reports/**',
      '*/*/reports/**',
      '**/.turbo/**',
      '.tools/**',
      '**/data/**',
      '!apps/web/src/data/**',
      '**/test-results/**',
      'examples/*/src/openapi.ts',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    // oxlint checks the rules that need types, see .oxlintrc.json.
    extends: [tseslint.configs.strict],
    rules: {
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      // An interface gives a long inferred type a name.
      '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.{ts,tsx,mjs,cjs}'],
    rules: {
      'max-lines': ['error', { max: 300, skipBlankLines: false, skipComments: false }],
      'no-console': 'error',
      eqeqeq: ['error', 'smart'],
      'no-restricted-syntax': ['error', todayInUtc],
    },
  },
  {
    files: ['**/*.{spec,test}.{ts,tsx}', '**/testing/**', 'apps/api/test/**'],
    rules: { 'max-lines': ['error', { max: 500, skipBlankLines: false, skipComments: false }] },
  },
  { files: ['apps/web/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ignores: ['apps/web/src/ui/fields/{combobox.tsx,use-checked-form.ts}'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@mui/material/Autocomplete',
              allowTypeImports: true,
              message: 'Use Combobox: it never offers what does not contain the typed text.',
            },
            {
              name: 'react-hook-form',
              importNames: ['useForm'],
              message: 'Use useCheckedForm: its faults disappear when the value is corrected.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['apps/api/src/**/*.ts'],
    ignores: ['apps/api/src/platform/observability/job.ts'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          name: '@nestjs/schedule',
          importNames: ['Cron', 'Interval'],
          message: 'Use Job: metrics and traces know it by its name.',
        },
      ],
    },
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    // Amounts in words follow Indian vouchers, and keys are printed one after the other.
    ignores: [
      '**/*.{spec,test,measure}.{ts,tsx}',
      'apps/web/src/testing/**',
      'apps/web/src/features/finance/voucher/amount-in-words.ts',
      'apps/web/src/ui/printed-keys.ts',
    ],
    rules: {
      'no-restricted-syntax': ['error', todayInUtc, todayOnce, rowKeys, partOfADate, lateNavigation, ...gluedTexts],
    },
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ignores: ['apps/web/src/lib/storage.ts', '**/*.{spec,test}.{ts,tsx}', 'apps/web/src/testing/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...['localStorage', 'sessionStorage', 'indexedDB'].map((name) => ({
          name,
          message: 'Declare what is kept, and whose it is, in lib/storage.ts.',
        })),
      ],
    },
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    ignores: ['apps/web/src/testing/until.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'vi', property: 'waitFor', message: 'Use until: a second is too short on a busy machine.' },
      ],
    },
  },
  {
    files: ['e2e/**/*.ts'],
    // Playwright reads from a fixture's pattern what it needs; one that needs nothing has an empty pattern.
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  // Programs for a terminal.
  { files: ['examples/**/*.ts'], rules: { 'no-console': 'off' } },
  { files: ['apps/web/public/**/*.js'], languageOptions: { globals: globals.browser } },
  { files: ['**/*.{mjs,cjs}'], languageOptions: { globals: globals.node }, rules: { 'no-console': 'off' } },
);
