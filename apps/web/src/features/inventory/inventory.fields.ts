import {
  type CreateInventoryItemInput,
  formatPack,
  type InventoryCategory,
  inventoryCategoryLabels,
  inventoryItemStatusLabels,
  type InventoryItemStatus,
  type InventoryUnit,
  inventoryUnitLabels,
} from '@shifa/contract';
import type { FieldPath } from 'react-hook-form';
import { type DescribedField, describedField, type DescribedMember } from '../../screens/form/described-field';
import { formatCount, formatDay, formatDayCount, formatInstant, formatMoney } from '../../lib/format';

type Texts = 'name' | 'itemCode' | 'manufacturer' | 'supplier' | 'supplierId' | 'storageCondition' | 'storageLocation';
type Numbers = 'minQuantity' | 'reorderQuantity' | 'leadTimeDays' | 'unitCostPaise' | 'stabilityDays' | 'quantity';

/** The fields of an item in the form. A text that was not entered is empty, a number `null`. */
export type ItemValues = Record<Texts | 'laboratoryId' | 'batchNumber' | 'expiryDate', string> &
  Record<Numbers, number | null> &
  Required<Pick<CreateInventoryItemInput, 'category' | 'unit' | 'trackExpiry' | 'requiresAcceptance'>> & {
    packages: { gtin: string; name: string; factor: number | null }[];
  };

type Pack = { gtin: string | null; name: string; factor: number | null };

function printPacks(packs: readonly Pack[]): string {
  const printed = packs.map(({ gtin, name, factor }) =>
    [formatPack({ name, factor: factor ?? 0 }), ...(gtin ? [`GTIN ${gtin}`] : [])].join(', '),
  );
  return printed.join(' · ') || 'None';
}

const describePack = ({ gtin, name, factor }: Pack): DescribedMember => ({
  key: name,
  name,
  facts: [`${formatCount(factor ?? 0)} in each`, ...(gtin ? [`GTIN ${gtin}`] : [])],
});

/** What an item asks of those who receive it. */
export function describeAcceptance(required: boolean): string {
  return required ? 'Required before use' : 'Not required';
}

type ItemField = DescribedField<FieldPath<ItemValues>>;

const field = (path: FieldPath<ItemValues>, label: string, print?: (value: never) => string): ItemField =>
  describedField(path, label, print);

/** The fields of an item, in the order of the form. */
export const itemFields: readonly ItemField[] = [
  field('name', 'Name'),
  field('itemCode', 'Code'),
  field('category', 'Category', (category: InventoryCategory) => inventoryCategoryLabels[category]),
  field('unit', 'Unit', (unit: InventoryUnit) => inventoryUnitLabels[unit]),
  field('trackExpiry', 'Expiry dates', (tracked: boolean) => (tracked ? 'Required for each batch' : 'Not required')),
  field('requiresAcceptance', 'Acceptance', describeAcceptance),
  field('minQuantity', 'Minimum', formatCount),
  field('reorderQuantity', 'Reorder quantity', formatCount),
  field('leadTimeDays', 'Lead time', formatDayCount),
  field('unitCostPaise', 'Unit cost', formatMoney),
  field('manufacturer', 'Manufacturer'),
  field('supplier', 'Supplier'),
  field('supplierId', 'Supplier of the list', (id: string) => (id === '' ? 'None' : 'Chosen')),
  field('stabilityDays', 'Stability after opening', formatDayCount),
  field('storageCondition', 'Storage condition'),
  field('storageLocation', 'Storage location'),
  {
    ...field('packages', 'Packs', printPacks),
    members: (packs) => ((packs ?? []) as Pack[]).map(describePack),
  },
];

/** The same with what only actions change, for the history. */
export const historyFields: readonly DescribedField[] = [
  ...itemFields,
  describedField('status', 'Status', (status: InventoryItemStatus) => inventoryItemStatusLabels[status]),
  describedField('quantity', 'Quantity', formatCount),
  describedField('usableQuantity', 'Usable quantity', formatCount),
  describedField('batchNumber', 'Batch'),
  describedField('expiryDate', 'Expiry date', (day: string) => formatDay(day)),
  describedField('openedOn', 'Opened', (day: string) => formatDay(day)),
  describedField('linkedSupplier', 'Linked supplier'),
  describedField('unlinkedSupplier', 'Unlinked supplier'),
  describedField('reason', 'Reason'),
  describedField('countedAt', 'Counted', (at: string) => formatInstant(at)),
];
