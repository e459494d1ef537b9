import type { Permission, PermissionStructure, UserPermissionsRow } from '@shifa/contract';

/** The columns, by what they are about. */
export type Resources = PermissionStructure['resources'];

/** A cell and where it stands on the screen, while a pointer rests on it or the keyboard is at it. */
export type Rested = { cell: HTMLElement; row: UserPermissionsRow; permission: Permission };
