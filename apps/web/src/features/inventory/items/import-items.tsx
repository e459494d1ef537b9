import { type InventoryImport, inventorySheetColumns, plural } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { enqueueSnackbar } from 'notistack';
import { SheetImportDialog } from '../../../screens/import/sheet-import-dialog';
import type { SendSheet } from '../../../screens/import/use-sheet-import';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { inventoryResource } from '../inventory.resource';
import { formatItems } from '../item-display';

/** A thousand items with their opening stock can take this long. */
const WAIT_MS = 60_000;

const sendSheet: SendSheet<InventoryImport> = (body, given) =>
  send(api.inventory.import, { body, waitMs: WAIT_MS }, given);

/** Imports items with their opening stock from a sheet. */
export function ImportItems({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <SheetImportDialog
      title="Import items"
      labels={{ count: formatItems, heading: 'Item', nameless: 'No name' }}
      fetchTemplate={(format) => api.inventory.importTemplate.query({ query: { format } })}
      send={sendSheet}
      onApplied={({ created, rows }) => {
        const left = rows - created.length;
        const were = plural(created.length, 'was', 'were');
        const text = `${formatItems(created.length)} ${were} created`;
        const leftOut = plural(left, '1 row with errors was', `${left} rows with errors were`);
        enqueueSnackbar(left === 0 ? text : `${text}, ${leftOut} left out`, { variant: 'success' });
        void inventoryResource.invalidate(queryClient);
        onClose();
      }}
      onClose={onClose}
    >
      One row per item, with these headings: {Object.values(inventorySheetColumns).join(', ')}.
    </SheetImportDialog>
  );
}
