import { type StaffImport, staffSheetColumns } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SheetImportDialog } from '../../../components/sheet-import/sheet-import-dialog';
import type { SendSheet } from '../../../components/sheet-import/use-sheet-import';
import { api, bodyOf } from '../../../lib/api';
import { peopleWords } from '../bulk/bulk-dialog';
import { invalidateStaff } from '../staff.live';
import { ImportPasswords } from './import-passwords';

/** A thousand passwords take their time. */
const WAIT_MS = 60_000;

const send: SendSheet<StaffImport> = async (body, headers) =>
  (await bodyOf(api.staff.import.mutate({ body, headers, waitMs: WAIT_MS }))).data;

/** Takes in a list of people, and then, this once, shows the passwords to hand over. */
export function ImportStaff({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [created, setCreated] = useState<StaffImport['created']>();
  if (created) return <ImportPasswords created={created} onClose={onClose} />;
  return (
    <SheetImportDialog
      title="Import people"
      labels={{ count: peopleWords, heading: 'Who', nameless: 'No name' }}
      fetchTemplate={(format) => api.staff.importTemplate.query({ query: { format } })}
      send={send}
      onApplied={(result) => {
        setCreated(result.created);
        void invalidateStaff(queryClient);
      }}
      onClose={onClose}
    >
      One row for each person, under these headings: {Object.values(staffSheetColumns).join(', ')}.
    </SheetImportDialog>
  );
}
