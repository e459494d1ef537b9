import type { ResolvedPermissions } from '@shifa/contract';
import type { Section } from './routes/section';
import { sections } from './routes/sections';

export type NavigationItem = NonNullable<Section['navigation']> & Pick<Section, 'path'>;

/** The sections that a person may open, in the order of the sidebar. */
export function navigationFor(permissions: ResolvedPermissions): NavigationItem[] {
  return sections.flatMap(({ path, permission, navigation }) => {
    if (!navigation) return [];
    const resolved = navigation.everyone ? undefined : permission && permissions[permission];
    const isShown = !resolved || (resolved.allowed && (!navigation.scope || navigation.scope === resolved.scope));
    return isShown ? [{ path, ...navigation }] : [];
  });
}
