import { type StaffImport, staffSheetColumns } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { SkippedRows } from '../../../screens/import/sheet-faults';
import { SheetImportDialog } from '../../../screens/import/sheet-import-dialog';
import { api } from '../../../data/api';
import { formatPeople } from '../../../lib/format';
import { keyOfAll, send } from '../../../data/queries';
import { IssuedPasswords } from '../issued-passwords';

/** Imports people from a sheet and then shows their temporary passwords once. */
export function ImportStaff({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const [result, setResult] = useState<StaffImport>();
  if (result) {
    return (
      <IssuedPasswords
        title={`${formatPeople(result.created.length)} imported`}
        people={result.created}
        onClose={onClose}
      >
        <SkippedRows faults={result.faults} />
      </IssuedPasswords>
    );
  }
  return (
    <SheetImportDialog
      title="Import people"
      labels={{ count: formatPeople, heading: 'Person', nameless: 'No name' }}
      fetchTemplate={(format) => api.staff.importTemplate.query({ query: { format } })}
      send={(request, given) => send(api.staff.import, request, given)}
      onApplied={(applied) => {
        setResult(applied);
        void queryClient.invalidateQueries({ queryKey: keyOfAll('staff') });
      }}
      onClose={onClose}
    >
      One row per person, with these headings: {Object.values(staffSheetColumns).join(', ')}.
    </SheetImportDialog>
  );
}
