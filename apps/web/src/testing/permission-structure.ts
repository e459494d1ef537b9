import {
  type Permission,
  permissionStructure,
  type PermissionStructure,
  roleLabels,
  roles,
  scopeLabels,
  scopes,
} from '@shifa/contract';

/** What the API answers to who asks for the structure of permissions. */
export const structureAnswer: PermissionStructure = {
  roles: roles.map((role) => ({ role, label: roleLabels[role] })),
  scopes: scopes.map((scope) => ({ scope, label: scopeLabels[scope] })),
  resources: Object.entries(permissionStructure).map(([resource, { label, actions }]) => ({
    resource,
    label,
    actions: Object.entries(actions).map(([action, words]) => ({
      action,
      permission: `${resource}.${action}` as Permission,
      label: words,
    })),
  })),
};
