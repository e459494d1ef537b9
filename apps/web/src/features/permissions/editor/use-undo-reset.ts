import type { PermissionChanges, PermissionOverrides, UserPermissions } from '@shifa/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { api, bodyOf } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { invalidatePermissions } from '../permission.live';
import { permissionQueries } from '../permission.queries';

type TakenBack = { overrides: PermissionOverrides; version: number };

/** Puts back the overrides that a reset took away, for as long as nobody has written since. */
export function useUndoReset(person: UserPermissions) {
  const { _id: id, name } = person.user;
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [takenBack, setTakenBack] = useState<TakenBack>();

  const undo = useMutation({
    mutationFn: ({ overrides, version }: TakenBack) =>
      bodyOf(
        api.permissions.setUser.mutate({
          params: { id },
          body: { permissions: overrides satisfies PermissionChanges, version },
        }),
      ),
    onSuccess: async ({ data }) => {
      setTakenBack(undefined);
      queryClient.setQueryData(permissionQueries.user(id).queryKey, data);
      enqueueSnackbar(`${name} has the overrides again`, { variant: 'success' });
      await invalidatePermissions(queryClient, [id]);
    },
  });

  return {
    offered: takenBack?.version === person.version,
    offer: (overrides: PermissionOverrides, version: number) => {
      undo.reset();
      setTakenBack({ overrides, version });
    },
    run: () => takenBack && undo.mutate(takenBack),
    pending: undo.isPending,
    fault: undo.error ? messageOf(undo.error) : undefined,
  };
}
