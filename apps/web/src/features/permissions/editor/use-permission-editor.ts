import type { Permission, UserPermissions } from '@shifa/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { api, bodyOf } from '../../../lib/api';
import { ApiError, messageOf } from '../../../lib/api-error';
import { changesOf, type Choice, choose, type Draft } from '../permission-draft';
import { invalidatePermissions } from '../permission.live';
import { permissionQueries } from '../permission.queries';

/** Someone saved this person while there were choices that are not saved yet. */
export type NewerVersion = { by: string | undefined; at: string | undefined };

/**
 * What was chosen for a person, and saving it on the version that is shown. Someone else's save moves the editor to
 * their version; what was chosen stays until it is saved or discarded.
 */
export function usePermissionEditor(person: UserPermissions) {
  const { _id: id, name } = person.user;
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const draft = useQuery(permissionQueries.draft(id)).data ?? null;
  const change = useQuery(permissionQueries.change(id)).data;
  const changes = changesOf(draft, person.overrides);
  const setDraft = (next: Draft | null) => queryClient.setQueryData(permissionQueries.draft(id).queryKey, next);

  const save = useMutation({
    mutationFn: () =>
      bodyOf(
        api.permissions.setUser.mutate({ params: { id }, body: { permissions: changes, version: person.version } }),
      ),
    onSuccess: async ({ data }) => {
      setDraft(null);
      queryClient.setQueryData(permissionQueries.user(id).queryKey, data);
      enqueueSnackbar(`The permissions of ${name} were saved`, { variant: 'success' });
      await invalidatePermissions(queryClient, [id]);
    },
    onError: async (error) => {
      if (isConflict(error)) await invalidatePermissions(queryClient, [id]);
    },
  });

  function newerVersion(): NewerVersion | undefined {
    if (!draft || person.version <= draft.version || save.isPending) return undefined;
    if (change && change.version > draft.version) return { by: change.by?.name, at: change.at };
    const conflict = isConflict(save.error) ? save.error.conflict : undefined;
    return { by: conflict?.changedBy ?? undefined, at: conflict?.changedAt };
  }

  return {
    draft,
    count: Object.keys(changes).length,
    choose: (permission: Permission, choice: Choice) => {
      if (!isConflict(save.error)) save.reset();
      setDraft(choose(draft, person, permission, choice));
    },
    discard: () => {
      save.reset();
      setDraft(null);
    },
    save: () => save.mutate(),
    saving: save.isPending,
    /** Why it was not saved; a newer version has a notice of its own. */
    fault: save.error && !isConflict(save.error) ? messageOf(save.error) : undefined,
    newer: newerVersion(),
    /** The newer version was looked at: what stands there now is what the choices replace. */
    takeNote: () => {
      if (!draft) return;
      const chosen = Object.entries(draft.chosen) as [Permission, { choice: Choice }][];
      setDraft(
        chosen.reduce<Draft | null>((kept, [permission, { choice }]) => choose(kept, person, permission, choice), null),
      );
    },
  };
}

export type PermissionEditorState = ReturnType<typeof usePermissionEditor>;

function isConflict(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.code === 'VERSION_CONFLICT';
}
