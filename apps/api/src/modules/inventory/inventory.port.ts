/** What other features use of items. */
export { ItemSuppliers } from './stock/item-suppliers';
export { type LinkedItem, type SupplierText, SupplierTexts } from './supplier-texts';
