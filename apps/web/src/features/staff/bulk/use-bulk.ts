import type { BulkResult, StaffBulkBody } from '@shifa/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { api, bodyOf } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { idempotencyKey } from '../../../lib/idempotency';
import { invalidateStaff } from '../staff.live';

type BulkOptions = { action: StaffBulkBody['action']; ids: readonly string[]; onDone: () => void };

const outcomes = { suspend: 'suspended', resume: 'resumed', move: 'moved' } as const;

/** The state of a change of many people: a dry run first, then the same for good. */
export function useBulk({ action, ids: chosen, onDone }: BulkOptions) {
  const queryClient = useQueryClient();
  const { enqueueSnackbar } = useSnackbar();
  const [ids, setIds] = useState(chosen);
  const [laboratoryId, moveTo] = useState<string>();
  const [refusal, setRefusal] = useState<string>();

  const run = async (dryRun: boolean) => {
    const body = { ids: [...ids], action, laboratoryId, dryRun };
    return (await bodyOf(api.staff.bulk.mutate({ body, headers: { 'idempotency-key': idempotencyKey() } }))).data;
  };
  const preview = useQuery({
    // Not below `staff`: the change itself must not ask for another preview.
    queryKey: ['staff-bulk', action, laboratoryId, ids],
    queryFn: () => run(true),
    enabled: action !== 'move' || laboratoryId !== undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const results = preview.data?.results;
  const faulty = results?.filter(({ fault }) => fault !== null) ?? [];
  const changing = results?.filter(({ fault, changes }) => fault === null && changes.length > 0) ?? [];

  const apply = useMutation({
    mutationFn: () => run(false),
    onSuccess: async (answer) => {
      if (!answer.applied) {
        // Something happened to one of them since the preview.
        await preview.refetch();
        return;
      }
      const count = answer.results.filter(changes).length;
      enqueueSnackbar(`${count === 1 ? '1 person was' : `${count} people were`} ${outcomes[action]}`, {
        variant: 'success',
      });
      onDone();
      await invalidateStaff(queryClient);
    },
    onMutate: () => setRefusal(undefined),
    onError: (error) => setRefusal(messageOf(error)),
  });

  return {
    laboratoryId,
    moveTo,
    results,
    faulty,
    changing,
    loading: preview.isLoading,
    error: preview.data ? null : preview.error,
    preview: () => void preview.refetch(),
    leaveOutFaulty: () => setIds(ids.filter((id) => !faulty.some(({ _id }) => _id === id))),
    apply: () => apply.mutate(),
    applying: apply.isPending,
    refusal,
  };
}

function changes(result: BulkResult): boolean {
  return result.changes.length > 0;
}
