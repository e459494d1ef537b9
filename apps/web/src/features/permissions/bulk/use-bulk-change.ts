import type { BulkPermissionsBody, BulkResult } from '@shifa/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { api, bodyOf } from '../../../lib/api';
import { idempotencyKey } from '../../../lib/idempotency';
import { invalidatePermissions } from '../permission.live';

/** Writes a change of many as one. What stood in the way of any is given back, and then nothing was written. */
export function useBulkChange(updates: BulkPermissionsBody['updates'], onDone: () => void) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [key, setKey] = useState(idempotencyKey);

  const apply = useMutation({
    mutationFn: () =>
      bodyOf(api.permissions.bulk.mutate({ body: { updates, dryRun: false }, headers: { 'idempotency-key': key } })),
    onSuccess: async ({ data }) => {
      if (!data.applied) {
        // Trying once more is another request, which may end otherwise.
        setKey(idempotencyKey());
        return;
      }
      const count = data.results.filter(({ changes }) => changes.length > 0).length;
      enqueueSnackbar(`The permissions of ${count === 1 ? '1 person' : `${count} people`} were changed`, {
        variant: 'success',
      });
      onDone();
      await invalidatePermissions(
        queryClient,
        updates.map(({ userId }) => userId),
      );
    },
  });

  const refused: BulkResult[] | undefined = apply.data?.data.applied === false ? apply.data.data.results : undefined;
  return { run: () => apply.mutate(), pending: apply.isPending, error: apply.error, refused };
}
