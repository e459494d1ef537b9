import type { Permission, StaffMember } from '@shifa/contract';
import { createContext, type FunctionComponent } from 'react';

export type PersonSectionProps = { person: StaffMember };

/** What another feature shows of a person. Staff itself knows nothing else of the feature. */
export type PersonExtension = {
  title: string;
  /** Needed for other people than oneself. */
  permission: Permission;
  /** Only for people of a laboratory. */
  ofLaboratory?: true;
  Section: FunctionComponent<PersonSectionProps>;
};

/** The sections in the order of the screen. */
export const PersonExtensions = createContext<readonly PersonExtension[]>([]);
