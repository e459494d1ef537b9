import { createContext } from 'react';
import type { Section } from '../routes/section';

export type NavigationItem = NonNullable<Section['navigation']> & Pick<Section, 'path'>;

/** What the navigation offers the person, for pages that let them choose from it. */
export const NavigationItems = createContext<readonly NavigationItem[]>([]);
