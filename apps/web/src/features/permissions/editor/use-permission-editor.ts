import { type Permission, type UserPermissions, type contract } from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router-dom';
import { api } from '../../../data/api';
import { drafts } from '../../../data/drafts';
import { idempotencyKey } from '../../../data/idempotency';
import { ApiError, failedWith } from '../../../lib/api-error';
import { changesOf, type Choice, choose, type Chosen, type Draft, hasIncompleteDay } from '../permission-draft';
import { send } from '../../../data/queries';
import { permissionQueries, stalePermissions } from '../permission.queries';
import { useUser } from '../../../data/use-session';
import { useWrite } from '../../../data/use-write';

/** Someone else saved while there were unsaved choices. */
type NewerSave = { by: string | undefined; at: string | undefined };

/**
 * Unsaved choices for a person, saved on the version that is shown. When someone else saves, the editor moves to their
 * version; the choices stay until they are saved or discarded, also over a reload and an expired session.
 */
export function usePermissionEditor(person: UserPermissions) {
  const { _id: id, name } = person.user;
  const queryClient = useQueryClient();
  const { pathname: path } = useLocation();
  const kept = { owner: useUser()._id, form: `permission-overrides:${id}` };
  const initialData = () => drafts.read<Draft>(kept)?.values ?? null;
  const draft = useQuery({ ...permissionQueries.draft(id), initialData }).data ?? null;
  const change = useQuery(permissionQueries.recentChange(id)).data;
  const changes = changesOf(draft, person.overrides);
  const setDraft = (next: Draft | null) => {
    queryClient.setQueryData(permissionQueries.draft(id).queryKey, next);
    if (next === null) {
      drafts.remove(kept);
      return;
    }
    const { version } = next;
    const about = { path, base: { version, chosen: {} }, version, key: idempotencyKey(), at: new Date().toISOString() };
    drafts.write(kept, { ...about, values: next });
  };

  const save = useWrite({
    send: (_, { signal }) =>
      send(
        api.permissions.setUser,
        { params: { id }, body: { permissions: changes, version: person.version } },
        { signal },
      ),
    success: `The permissions of ${name} were saved`,
    stale: stalePermissions(id),
    onSuccess: (saved) => {
      setDraft(null);
      queryClient.setQueryData(permissionQueries.user(id).queryKey, saved);
    },
  });

  function newerSave(): NewerSave | undefined {
    if (!draft || person.version <= draft.version || save.isPending) return undefined;
    if (change && change.version > draft.version) return { by: change.by?.name, at: change.at };
    const conflict = isConflict(save.error) ? save.error.conflict : undefined;
    return { by: conflict?.changedBy ?? undefined, at: conflict?.changedAt };
  }

  return {
    draft,
    count: Object.keys(changes).length,
    /** A last day is still being typed. */
    incomplete: hasIncompleteDay(draft),
    choose: (permission: Permission, choice: Choice, until?: string) => {
      if (!isConflict(save.error)) save.reset();
      setDraft(choose(draft, person, permission, choice, until));
    },
    discard: () => {
      save.reset();
      setDraft(null);
    },
    save: () => save.mutate(),
    saving: save.isPending,
    stop: save.stop,
    /** Why saving failed; a newer version has a notice of its own. */
    fault: isConflict(save.error) ? undefined : save.fault,
    newer: newerSave(),
    /** The viewer has seen the newer version: the choices now replace what it says. */
    acknowledge: () => {
      if (!draft) return;
      const chosen = Object.entries(draft.chosen) as [Permission, Chosen][];
      setDraft(
        chosen.reduce<Draft | null>(
          (kept, [permission, { choice, until }]) => choose(kept, person, permission, choice, until),
          null,
        ),
      );
    },
  };
}

export type PermissionEditorState = ReturnType<typeof usePermissionEditor>;

function isConflict(error: Error | null): error is ApiError {
  return failedWith<typeof contract.permissions.setUser>(error, 'VERSION_CONFLICT');
}
