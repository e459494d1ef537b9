import Typography from '@mui/material/Typography';
import { roleLabels, type UserPermissions, VersionSchema } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { ConfirmDialog } from '../../../components/confirm-dialog';
import { useVersionedAction } from '../../../components/versions/use-versioned-action';
import { api, bodyOf } from '../../../lib/api';
import { invalidatePermissions } from '../permission.live';
import { permissionQueries } from '../permission.queries';

type ResetPermissionsProps = {
  person: UserPermissions;
  onDone: (after: UserPermissions) => void;
  onClose: () => void;
};

/** Takes every override of a person back, after saying what that means. */
export function ResetPermissions({ person, onDone, onClose }: ResetPermissionsProps) {
  const { _id: id, name, role } = person.user;
  const queryClient = useQueryClient();
  const count = Object.keys(person.overrides).length;
  const reset = useVersionedAction({
    document: { name, version: person.version },
    schema: z.object({ version: VersionSchema }),
    outcome: 'has the defaults of the role again',
    send: (version) => bodyOf(api.permissions.reset.mutate({ params: { id }, body: { version } })),
    onDone: (after) => {
      queryClient.setQueryData(permissionQueries.user(id).queryKey, after);
      onDone(after);
    },
    invalidate: () => invalidatePermissions(queryClient, [id]),
  });
  return (
    <ConfirmDialog
      open
      title="Reset to role defaults"
      verb="Reset"
      pending={reset.pending}
      error={reset.fault}
      onConfirm={reset.run}
      onCancel={onClose}
    >
      <Typography sx={{ overflowWrap: 'anywhere' }}>
        {count === 1 ? 'The override' : `All ${count} overrides`} of <strong>{name}</strong>{' '}
        {count === 1 ? 'is' : 'are'} taken back. From their next request on they may do what the role «
        {roleLabels[role]}» may, no more and no less.
      </Typography>
    </ConfirmDialog>
  );
}
