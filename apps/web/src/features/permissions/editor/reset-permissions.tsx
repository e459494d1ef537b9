import Typography from '@mui/material/Typography';
import {
  overrideAt,
  type PermissionChanges,
  type PermissionOverrides,
  permissions,
  roleLabels,
  type UserPermissions,
  VersionSchema,
  plural,
} from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { z } from 'zod';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { useVersionedAction } from '../../../screens/form/use-versioned-action';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { permissionQueries, stalePermissions } from '../permission.queries';
import { useWrite } from '../../../data/use-write';

type ResetPermissionsProps = {
  person: UserPermissions;
  onDone: (after: UserPermissions) => void;
  onClose: () => void;
};

/** Removes all overrides of a person, after a question. */
export function ResetPermissions({ person, onDone, onClose }: ResetPermissionsProps) {
  const { _id: id, name, role } = person.user;
  const queryClient = useQueryClient();
  const count = Object.keys(person.overrides).length;
  const reset = useVersionedAction({
    document: { name, version: person.version },
    schema: z.object({ version: VersionSchema }),
    outcome: 'was reset to the role defaults',
    send: (version, { signal }) => send(api.permissions.reset, { params: { id }, body: { version } }, { signal }),
    onDone: (after) => {
      queryClient.setQueryData(permissionQueries.user(id).queryKey, after);
      onDone(after);
    },
    stale: stalePermissions(id),
  });
  return (
    <ConfirmDialog
      open
      title="Reset to role defaults"
      verb="Reset"
      pending={reset.pending}
      error={reset.fault}
      onConfirm={reset.run}
      onStop={reset.stop}
      onCancel={onClose}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {plural(count, 'The override is removed.', `All ${count} overrides are removed.`)} <strong>{name}</strong> keeps
        only the permissions of the {roleLabels[role]} role.
      </Typography>
    </ConfirmDialog>
  );
}

type Removed = { overrides: PermissionOverrides; version: number };

/** The changes that restore overrides; those that have ended are over. */
function changesTo(overrides: PermissionOverrides): PermissionChanges {
  const live = permissions.flatMap((permission) => {
    const override = overrideAt(overrides, permission, new Date());
    if (!override) return [];
    const { allowed, until } = override;
    return [[permission, until === undefined ? allowed : { allowed, until }] as const];
  });
  return Object.fromEntries(live);
}

/** Restores the overrides that a reset removed, as long as no one has saved since. */
export function useUndoReset(person: UserPermissions) {
  const { _id: id, name } = person.user;
  const queryClient = useQueryClient();
  const [removed, setRemoved] = useState<Removed>();

  const undo = useWrite({
    send: ({ overrides, version }: Removed) =>
      send(api.permissions.setUser, { params: { id }, body: { permissions: changesTo(overrides), version } }),
    success: `${name}'s overrides were restored`,
    stale: stalePermissions(id),
    onSuccess: (saved) => {
      setRemoved(undefined);
      queryClient.setQueryData(permissionQueries.user(id).queryKey, saved);
    },
  });

  return {
    offered: removed?.version === person.version && Object.keys(changesTo(removed.overrides)).length > 0,
    offer: (overrides: PermissionOverrides, version: number) => {
      undo.reset();
      setRemoved({ overrides, version });
    },
    run: () => removed && undo.mutate(removed),
    pending: undo.isPending,
    fault: undo.fault,
  };
}
