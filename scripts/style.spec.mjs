// The rules of docs/style.md as patterns: no text that a person reads breaks one. The texts are the string literals,
// templates and JSX texts of the product; comments follow a smaller list.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { root } from './shell.mjs';

const sources = ['packages/contract/src', 'apps/api/src', 'apps/web/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(spec|test|factory)\.tsx?$|\.d\.ts$|(^|\/)testing\//.test(name))
    .map((name) => `${folder}/${name}`),
);

// pattern → what to write instead.
const wording = {
  '[«»]': 'Quote with “ ”.',
  '(?<!\\w)‘[^’]*’(?!\\w)': 'Quote with “ ”.',
  '\\bany more\\b': 'no longer, or “This … has already …”',
  '\\ball the same\\b': 'continue, anyway',
  '\\bas of now\\b': 'now, from now on',
  '\\bpresent (state|data|password|version|receipts)\\b': 'current',
  '\\bwaits? for (your|a|the|an)? ?(approval|decision)\\b|\\bwaits for\\b': 'is pending, needs your decision',
  '\\b[Ww]aiting for (me|you|a|approval|decision)\\b': 'pending, awaiting',
  '\\b(taken|took|takes|take) back\\b': 'undo, return',
  '\\b[Tt]aken away\\b': 'revoked',
  '\\b(lately|anew)\\b': 'recently, again',
  '\\bwhoever\\b': 'the person who, the approver',
  '\\b(some|every|no)body\\b': 'someone, everyone, no one',
  '\\bundecided\\b': 'pending',
  '\\bif you leave (it|them|this) blank\\b': 'if left blank',
  '\\bat present\\b': 'right now',
  '\\bfor good\\b': 'permanently',
  '\\b(you|person|who|people|they|viewer|I) may( not)? (see|do|read|use|change|grant|export|edit)\\b': 'can',
  '\\bdoes not fit\\b|\\bdoesn’t fit\\b|\\bfits? (the|these|your) (filters?|other)\\b': 'match, conflict with',
  '\\bis no use\\b|\\bis of no use\\b|\\bunto\\b|\\bthereof\\b': 'Write plainly.',
  '\\blabs?\\b(?! admins?\\b)': 'laboratory',
  '\\b(cannot|could not|do not|does not|is not|are not|was not|were not|has not|have not|did not|will not)\\b':
    'a contraction',
  '\\b[Ss]uccessfully\\b': 'Leave it out.',
  '\\b[Pp]lease\\b': 'Leave it out.',
  '\\bRetry\\b': 'Try again',
  "could(n’t|n't) be loaded$": 'Couldn’t load …',
  '\\b[Tt]ransactions?\\b': 'entry',
  '\\bPages? of the (settings|attendance|inventory|finances|reports)\\b|\\bParts of\\b': 'The name of the section',
};

// Choices by a count of one that are no plurals.
const notPlural = new Set([
  'apps/web/src/features/finance/entry/approval-ladder.tsx',
  'apps/web/src/features/inventory/item/item-ledger.tsx',
  'apps/web/src/features/support/office-hours.ts',
]);

const commentWording = {
  '[«»]': 'Quote with “ ”.',
  '\\bany more\\b': 'no longer',
  '\\ball the same\\b': 'anyway',
  '\\bwhoever\\b': 'the person who',
  '\\b(some|every)body\\b': 'someone, everyone',
  '\\b(lately|anew)\\b': 'recently, again',
  '\\bis no use\\b': 'does not help',
};

// Texts that the specification fixes, and names that are not texts.
const fixed = new Set([
  'Password updated successfully',
  'Password Updated Successfully! Your password has been changed.',
  'Notification sent successfully!',
  'Complaint Submitted Successfully! We&apos;ll get back to you within 24-48 hours.',
  'Please confirm your password',
  'Please select a user',
  'Please select a laboratory',
  'Passwords do not match',
  'An unexpected error occurred. Please try refreshing the page.',
  'Failed to update password. Please try again.',
  'Failed to open WhatsApp. Please try again.',
  'Transaction Approved',
  // The sheet of generated reports, by which a report is compared with the current data.
  'Transactions',
  'Transaction',
  'Retry-After',
  'Labs',
  // The heading of a narrow column.
  'Lab',
]);

// Errors of the database layer, which only developers read.
const internal = /^apps\/api\/src\/platform\/(mongo|ledger|idempotency)\//;

const patternsOf = (rules) => Object.entries(rules).map(([pattern, advice]) => [new RegExp(pattern, 'i'), advice]);

// One pass over the many texts that break no rule.
const anyRule = new RegExp(Object.keys(wording).join('|'), 'i');

/** Every text of a source file with its line. */
function readTexts(file, source) {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const texts = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    const text = textOf(node);
    if (text !== undefined && isProse(text)) {
      texts.push({ text, line: parsed.getLineAndCharacterOfPosition(node.getStart()).line + 1 });
    }
    ts.forEachChild(node, visit);
  };
  visit(parsed);
  return texts;
}

function textOf(node) {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isJsxText(node)) return node.text.replace(/\s+/g, ' ').trim();
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('');
}

/** Two words, or a word in upper case: neither a key nor a path. */
const isProse = (text) => /[a-z’'}] [a-z{]/i.test(text) || /^[A-Z][a-z-]+/.test(text);

/** @returns `file:line "text": advice` of every text that breaks a rule */
function findBreaches(file, source) {
  const rules = patternsOf(wording);
  return readTexts(file, source)
    .filter(({ text }) => anyRule.test(text) && !fixed.has(text))
    .flatMap(({ text, line }) =>
      rules.filter(([rule]) => rule.test(text)).map(([, advice]) => `${file}:${line} "${text}": ${advice}`),
    );
}

function findComments(file, source) {
  const rules = patternsOf(commentWording);
  return (source.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ .*$/gm) ?? []).flatMap((comment) =>
    rules.filter(([rule]) => rule.test(comment)).map(([, advice]) => `${file} ${comment}: ${advice}`),
  );
}

describe('the texts of the product', () => {
  const read = sources.map((file) => [file, readFileSync(join(root, file), 'utf8')]);

  it('follow docs/style.md', () => {
    const checked = read.filter(([file]) => !internal.test(file));
    expect(checked.length).toBeGreaterThan(500);
    expect(checked.flatMap(([file, source]) => findBreaches(file, source))).toEqual([]);
  });

  it('leave plurals to plural() of the contract', () => {
    const byHand = /=== 1\s*\?\s*(['`])[^\n]*?\1\s*:\s*['`]/;
    const found = read.filter(([file, source]) => byHand.test(source) && !notPlural.has(file)).map(([file]) => file);
    expect(found).toEqual([]);
  });

  it('are explained in plain comments', () => {
    expect(read.flatMap(([file, source]) => findComments(file, source))).toEqual([]);
  });

  it.each([
    ["const a = 'This entry waits for approval';", 'is pending'],
    ['const a = `Nothing of ${name} is left any more`;', 'no longer'],
    ['const a = <p>Somebody else must decide</p>;', 'someone'],
    ["const a = 'Nobody has decided yet';", 'no one'],
    ["const a = 'Days undecided';", 'pending'],
    ["const a = 'Choose a lab';", 'laboratory'],
    ["const a = 'It cannot be changed';", 'contraction'],
  ])('break a rule in %s', (source, advice) => {
    expect(findBreaches('a.tsx', source).join()).toContain(advice);
  });

  it.each([
    ['/** Shown until somebody changes it. */', 'someone'],
    ['  // Sent to whoever asked.', 'the person who'],
    ['/**\n * Nothing is left any more.\n */', 'no longer'],
  ])('break a rule in the comment %s', (source, advice) => {
    expect(findComments('a.ts', source).join()).toContain(advice);
  });

  it.each(["const a = 'Lab admin';", "import a from './cannot be';", "const a = 'Passwords do not match';"])(
    'are right in %s',
    (source) => {
      expect(findBreaches('a.tsx', source)).toEqual([]);
    },
  );
});
