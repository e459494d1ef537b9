import Edit from '@mui/icons-material/EditOutlined';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import { BulkUpdateInventoryBody, type InventoryListItem, readNumber } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { BulkChangeDialog } from '../../../screens/bulk/bulk-change-dialog';
import { SelectionBar } from '../../../screens/list/selection-bar';
import { Field } from '../../../ui/fields/field';
import { TextInput } from '../../../ui/fields/text-input';
import type { Selection } from '../../../screens/list/use-selection';
import { PermissionButton } from '../../../screens/actions/permission-button';
import { ChangeLines } from '../../../screens/form/change-lines';
import { describeChanges } from '../../../screens/form/describe-changes';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { useDebounced } from '../../../lib/use-debounced';
import { itemFields } from '../inventory.fields';
import { itemsSavedText } from '../inventory.messages';
import { inventoryResource, MAX_ITEMS } from '../inventory.resource';
import { formatItems } from '../item-display';

/** The fields that make sense for many items at once. */
const bulkFields = {
  minQuantity: { label: 'Minimum', number: true },
  reorderQuantity: { label: 'Reorder quantity', number: true },
  leadTimeDays: { label: 'Lead time (days)', number: true },
  supplier: { label: 'Supplier', number: false },
  manufacturer: { label: 'Manufacturer', number: false },
  storageLocation: { label: 'Storage location', number: false },
  storageCondition: { label: 'Storage condition', number: false },
} as const;

type BulkField = keyof typeof bulkFields;

/** Edits one field of the items that are selected, after a preview. */
export function BulkEdit({ selection: { rows, ids, clear, all } }: { selection: Selection<InventoryListItem> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <SelectionBar count={ids.size} onClear={clear} all={all}>
        <PermissionButton
          permission="inventory.edit"
          disabledReason={ids.size > MAX_ITEMS ? `At most ${MAX_ITEMS} items at once` : undefined}
          size="small"
          variant="outlined"
          color="inherit"
          startIcon={<Edit />}
          onClick={() => setOpen(true)}
        >
          Edit
        </PermissionButton>
      </SelectionBar>
      {open && (
        <BulkEditDialog
          items={rows}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            clear();
          }}
        />
      )}
    </>
  );
}

type BulkEditDialogProps = { items: readonly InventoryListItem[]; onDone: () => void; onClose: () => void };

function BulkEditDialog({ items, onDone, onClose }: BulkEditDialogProps) {
  const queryClient = useQueryClient();
  const [field, setField] = useState<BulkField>('minQuantity');
  const [typed, setTyped] = useState('');
  const { label, number } = bulkFields[field];
  const value = number ? readNumber(typed) : typed;
  const fault = faultOf(field, value);
  // The preview waits for the end of typing.
  const settled = useDebounced(typed);
  const ready = fault === undefined && settled === typed && (typed.trim() !== '' || !number);
  const versions = new Map(items.map(({ _id, version }) => [_id, version]));
  return (
    <BulkChangeDialog
      title="Edit items"
      verb="Save"
      things={{ count: formatItems, none: 'Nothing', allOrNone: 'all items or to none' }}
      outcomeOf={itemsSavedText}
      ids={items.map(({ _id }) => _id)}
      request={ready ? { [field]: value } : undefined}
      send={(change, ids, { dryRun, key, signal }) =>
        send(
          api.inventory.bulkUpdate,
          { body: { updates: ids.map((_id) => ({ _id, version: versions.get(_id), ...change })), dryRun } },
          { key, signal },
        )
      }
      describe={(changes) => <ChangeLines changes={describeChanges(itemFields, changes)} />}
      onDone={() => {
        onDone();
        void inventoryResource.invalidate(queryClient, ...versions.keys());
      }}
      onClose={onClose}
    >
      <Field label="Field">
        {({ id, error, ...described }) => (
          <Select
            fullWidth
            error={error}
            labelId={`${id}-label`}
            SelectDisplayProps={{ id }}
            inputProps={described}
            value={field}
            onChange={(event) => {
              setField(event.target.value);
              setTyped('');
            }}
          >
            {Object.entries(bulkFields).map(([name, { label: words }]) => (
              <MenuItem key={name} value={name}>
                {words}
              </MenuItem>
            ))}
          </Select>
        )}
      </Field>
      <TextInput
        label={label}
        error={typed.trim() === '' ? undefined : fault}
        help={number ? undefined : 'Leave blank to remove it from all of them.'}
        value={typed}
        onChange={setTyped}
        inputProps={{ inputMode: number ? 'numeric' : 'text', autoComplete: 'off' }}
      />
    </BulkChangeDialog>
  );
}

/** The contract's word on the value, as it would be for any item. */
function faultOf(field: BulkField, value: string | number): string | undefined {
  const read = BulkUpdateInventoryBody.safeParse({ updates: [{ _id: '0'.repeat(24), [field]: value }] });
  return read.error?.issues[0]?.message;
}
