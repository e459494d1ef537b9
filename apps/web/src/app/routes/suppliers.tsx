import { paths } from '../../config/paths';
import { supplierLive } from '../../features/purchasing/suppliers/supplier.resource';
import { PermissionSection } from '../../screens/actions/permission-section';
import { page, type Section } from './section';

/** Reached from the inventory. */
export const suppliers: Section = {
  path: paths.suppliers,
  permission: 'suppliers.view',
  pages: [
    { index: true, element: page(() => import('./supplier-list-page'), 'SupplierListPage') },
    {
      path: 'names',
      element: (
        <PermissionSection permission="suppliers.create">
          <PermissionSection permission="inventory.edit">
            {page(() => import('../../features/purchasing/suppliers/supplier-names-page'), 'SupplierNamesPage')}
          </PermissionSection>
        </PermissionSection>
      ),
    },
    { path: ':id', element: page(() => import('../../features/purchasing/suppliers/supplier-page'), 'SupplierPage') },
  ],
  live: [supplierLive],
};
