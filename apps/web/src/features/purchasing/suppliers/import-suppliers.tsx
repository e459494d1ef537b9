import { plural, supplierSheetColumns } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { formatCount } from '../../../lib/format';
import { SheetImportDialog } from '../../../screens/import/sheet-import-dialog';
import { describeImport } from '../../../screens/import/use-sheet-import';
import { supplierResource } from './supplier.resource';

const formatSuppliers = (count: number) => plural(count, '1 supplier', `${formatCount(count)} suppliers`);

/** Imports suppliers from a sheet. */
export function ImportSuppliers({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <SheetImportDialog
      title="Import suppliers"
      labels={{ count: formatSuppliers, heading: 'Supplier', nameless: 'No name' }}
      fetchTemplate={(format) => api.suppliers.importTemplate.query({ query: { format } })}
      send={(request, given) => send(api.suppliers.import, request, given)}
      onApplied={({ created, rows }) => {
        enqueueSnackbar(describeImport(created.length, rows, formatSuppliers), { variant: 'success' });
        void supplierResource.invalidate(queryClient);
        onClose();
      }}
      onClose={onClose}
    >
      One row per supplier, with these headings: {Object.values(supplierSheetColumns).join(', ')}. Laboratory codes are
      separated by commas, and blank means your own laboratory. Each supplier is approved. An exported file can be
      imported: its status and reason aren&apos;t read.
    </SheetImportDialog>
  );
}
