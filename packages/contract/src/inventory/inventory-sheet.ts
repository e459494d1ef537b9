/** The headings of an import. */
export const inventorySheetColumns = {
  itemCode: 'Code',
  name: 'Name',
  category: 'Category',
  manufacturer: 'Manufacturer',
  supplier: 'Supplier',
  unit: 'Unit',
  minQuantity: 'Minimum',
  reorderQuantity: 'Reorder quantity',
  leadTimeDays: 'Lead time (days)',
  unitCost: 'Unit cost',
  trackExpiry: 'Tracks expiry',
  requiresAcceptance: 'Requires acceptance',
  storageCondition: 'Storage condition',
  storageLocation: 'Storage location',
  quantity: 'Quantity',
  batchNumber: 'Batch number',
  expiryDate: 'Expiry date',
  laboratoryId: 'Laboratory code',
} as const;

/** The headings of an export; an import ignores those it does not use. */
export const inventoryExportColumns = {
  ...inventorySheetColumns,
  usableQuantity: 'Usable quantity',
  stockStatus: 'Stock status',
  expiredQuantity: 'Expired quantity',
  value: 'Value',
  status: 'Status',
} as const;
