import { ImportStaffBody, type StaffImport } from '@shifa/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, bodyOf } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { idempotencyKey } from '../../../lib/idempotency';
import { invalidateStaff } from '../staff.live';

/** A thousand passwords take their time. */
const WAIT_MS = 60_000;

/** The state of an import: a file is tried as soon as it is chosen, and written when the person says so. */
export function useImport() {
  const queryClient = useQueryClient();
  const [file, setFile] = useState<File>();
  const [key, setKey] = useState(idempotencyKey);
  const [checked, setChecked] = useState<StaffImport>();
  const [created, setCreated] = useState<StaffImport['created']>();
  const [refusal, setRefusal] = useState<string>();

  const send = useMutation({
    mutationFn: async ({ chosen, dryRun }: { chosen: File; dryRun: boolean }) => {
      const body = ImportStaffBody.safeParse({ fileName: chosen.name, content: await base64Of(chosen), dryRun });
      if (!body.success) throw new Error(body.error.issues[0]?.message);
      const headers = dryRun ? {} : { 'idempotency-key': key };
      return (await bodyOf(api.staff.import.mutate({ body: body.data, headers, waitMs: WAIT_MS }))).data;
    },
    onMutate: () => setRefusal(undefined),
    onSuccess: async (answer) => {
      if (!answer.applied) {
        setChecked(answer);
        return;
      }
      setCreated(answer.created);
      await invalidateStaff(queryClient);
    },
    onError: (error) => setRefusal(messageOf(error, error.message || 'The file could not be read')),
  });

  return {
    file,
    checked,
    created,
    busy: send.isPending,
    writing: send.isPending && !send.variables.dryRun,
    refusal,
    choose: (chosen: File) => {
      setFile(chosen);
      setKey(idempotencyKey());
      setChecked(undefined);
      send.mutate({ chosen, dryRun: true });
    },
    write: () => {
      if (file) send.mutate({ chosen: file, dryRun: false });
    },
  };
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? (reader.result.split(',')[1] ?? '') : '');
    reader.onerror = () => reject(new Error('The file could not be read'));
    reader.readAsDataURL(file);
  });
}
