import { type Permission, permissionStructure, scopes } from '../common/permission.js';
import { roleLabels, roles } from '../common/role.js';
import { scopeLabels } from './permission.reason.js';
import type { PermissionStructure } from './permission.schema.js';

/** Roles, scopes and resources with their labels: the same for everyone. */
export const labelledStructure: PermissionStructure = {
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
