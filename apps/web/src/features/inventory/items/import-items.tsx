import { inventorySheetColumns, NO_OPENING_STOCK } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { SheetImportDialog } from '../../../screens/import/sheet-import-dialog';
import { describeImport } from '../../../screens/import/use-sheet-import';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { usePermission } from '../../../data/use-session';
import { inventoryResource } from '../inventory.resource';
import { formatItems } from '../item-display';

/** Imports items with their opening stock from a sheet. */
export function ImportItems({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const movesStock = usePermission('inventory.stock').allowed;
  return (
    <SheetImportDialog
      title="Import items"
      labels={{ count: formatItems, heading: 'Item', nameless: 'No name' }}
      fetchTemplate={(format) => api.inventory.importTemplate.query({ query: { format } })}
      send={(request, given) => send(api.inventory.import, request, given)}
      onApplied={({ created, rows }) => {
        enqueueSnackbar(describeImport(created.length, rows, formatItems), { variant: 'success' });
        void inventoryResource.invalidate(queryClient);
        onClose();
      }}
      onClose={onClose}
    >
      One row per item, with these headings: {Object.values(inventorySheetColumns).join(', ')}. A row without a code
      isn't imported if the laboratory already has an item with its name and unit.
      {!movesStock && <> {NO_OPENING_STOCK}</>}
    </SheetImportDialog>
  );
}
