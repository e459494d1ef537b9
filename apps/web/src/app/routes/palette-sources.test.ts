import { type Permission, type ResolvedPermissions, roles, type Scope } from '@shifa/contract';
import { sessionUser } from '@shifa/contract/testing';
import { isValidElement } from 'react';
import { matchRoutes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { PermissionSection } from '../../screens/actions/permission-section';
import { navigationFor } from '../navigation';
import { linksOf } from '../palette/find';
import { isOneAllowed, RequirePermission } from '../require-permission';
import { paletteSources } from './palette-sources';
import { routesOf } from './section';
import { sections } from './sections';

const routes = routesOf(sections);

/** Whether a page exists at the address, and opens with the permissions. */
function opens(path: string, permissions: ResolvedPermissions): boolean {
  const matches = matchRoutes(routes, path.split('#')[0] ?? '') ?? [];
  if (matches.at(-1)?.route.path === '*') return false;
  return matches.every(({ route: { element } }) => {
    if (!isValidElement(element)) return true;
    if (element.type !== RequirePermission && element.type !== PermissionSection) return true;
    const { permission, scope } = element.props as { permission: Permission | Permission[]; scope?: Scope };
    const reaches = scope === undefined || [permission].flat().every((each) => permissions[each].scope === scope);
    return reaches && isOneAllowed(permission, permissions);
  });
}

describe.each(roles)('the links of %s', (role) => {
  const user = sessionUser({ role });
  const { sections: items, pages, actions } = linksOf(navigationFor(user.permissions), paletteSources, user);

  it('all lead to pages that exist and open for them', () => {
    const closed = [...pages, ...actions].filter(({ path }) => !opens(path, user.permissions));
    expect(closed).toEqual([]);
    expect(items.length).toBeGreaterThan(2);
    expect(actions.length).toBeGreaterThan(1);
  });

  it('are each offered once in their group', () => {
    for (const links of [pages, actions]) {
      const names = links.map(({ label, detail }) => `${label} ${detail ?? ''}`);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

it('a letter leads to one page only', () => {
  const keys = sections.flatMap(({ navigation }) => navigation?.key ?? []);
  expect(keys).toEqual(expect.arrayContaining(['d', 'a', 'f', 'i']));
  expect(new Set(keys).size).toBe(keys.length);
});
