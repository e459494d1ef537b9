import { supplierStatusLabels } from '@shifa/contract';
import { paths } from '../../../config/paths';
import { type PaletteSource, searchOf } from '../../../screens/palette-source';
import { newOn } from '../../../ui/use-new-by-link';
import { supplierResource } from './supplier.resource';

export const suppliersPalette: PaletteSource = {
  title: 'Suppliers',
  permission: 'suppliers.view',
  actions: () => [{ label: 'New supplier', path: newOn(paths.suppliers), permission: 'suppliers.create' }],
  searches: [
    searchOf(supplierResource, {
      kind: 'suppliers',
      label: 'Suppliers',
      permission: 'suppliers.view',
      entryOf: ({ _id, name, code, status }) => ({
        id: _id,
        label: name,
        detail: `${code} · ${supplierStatusLabels[status]}`,
        path: paths.supplier(_id),
      }),
    }),
  ],
};
