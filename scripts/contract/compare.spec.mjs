import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from '../shell.mjs';
import { breakingChanges, compatibleChanges, notes } from './changes.mjs';
import { compareSnapshots } from './compare.mjs';
import { isAnnounced, markdownOf } from './report.mjs';
import { readSnapshot } from './snapshot.mjs';

// Few of the routes, because each comparison of all of them takes seconds.
const compared = [
  '/api/auth/login',
  '/api/auth/me',
  '/api/inventory/{id}',
  '/api/laboratories',
  '/api/laboratories/{id}',
  '/api/staff',
  '/api/staff/bulk-update',
];
const released = readSnapshot(join(root, 'packages/contract/release'));
const all = released.openapi.paths;
released.openapi.paths = Object.fromEntries(compared.map((path) => [path, all[path]]));

function planted(change) {
  const [base, head] = [structuredClone(released), structuredClone(released)];
  change(head, base);
  return compareSnapshots(base, head);
}

describe('a comparison', () => {
  it('of the same snapshot reports nothing', () => {
    expect(planted(() => undefined)).toEqual([]);
    const reordered = structuredClone(released);
    reordered.openapi.paths = Object.fromEntries(Object.entries(reordered.openapi.paths).reverse());
    expect(compareSnapshots(released, reordered)).toEqual([]);
  });

  it('of two notations of the same schema, or with other examples, reports nothing', () => {
    const changes = planted(({ openapi }) => {
      const { properties } = openapi.components.schemas.CreateLaboratoryBody;
      const { anyOf, ...beside } = properties.licence;
      properties.licence = { ...beside, allOf: [anyOf[0]], nullable: true };
      openapi.paths['/api/laboratories'].post.requestBody.content['application/json'].example = { name: 'Other' };
    });
    expect(changes).toEqual([]);
  });

  it.each(breakingChanges)('calls %s breaking', (_, where, change) => {
    const changes = planted(change);
    expect(changes).toContainEqual({ kind: 'breaking', where, what: expect.any(String) });
  });

  it.each(compatibleChanges)('calls %s compatible', (_, where, change) => {
    const changes = planted(change);
    expect(changes).toContainEqual({ kind: 'compatible', where, what: expect.any(String) });
    expect(changes.filter(({ kind }) => kind === 'breaking')).toEqual([]);
  });

  it.each(notes)('notes %s', (_, where, change) => {
    expect(planted(change)).toMatchObject([{ kind: 'note', where }]);
  });
});

describe('a report', () => {
  const change = { kind: 'breaking', where: 'GET /api/staff', what: 'was removed' };
  const versions = { base: '1.4.0', head: '2.0.0' };
  const log =
    '# Changes\n\n## 2.0.0\n\n- `GET /api/staff` became a search.\n\n## 1.0.0\n\n- `GET /api/audit` was removed.\n';

  it('accepts a break that a major version announces', () => {
    expect(isAnnounced(change, versions, log)).toBe(true);
    expect(isAnnounced(change, { base: '2.0.0', head: '2.1.0' }, log)).toBe(false);
    expect(isAnnounced({ ...change, where: 'GET /api/audit' }, versions, log)).toBe(false);
    expect(isAnnounced(change, versions, '')).toBe(false);
  });

  it('is Markdown that says what to do', () => {
    const report = markdownOf([change, { kind: 'note', where: 'error X', what: 'a | b' }], [change]);
    expect(report).toMatch(
      /## Breaking \(1\)[^]*\| `GET \/api\/staff` \| was removed \|[^]*## Notes \(1\)[^]*a \\\| b/,
    );
    expect(report).toContain('raise the major');
  });
});
