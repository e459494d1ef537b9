import { Route, Routes } from 'react-router-dom';
import { PermissionsPage } from '../../features/permissions/permissions-page';
import { PersonPermissionsPage } from '../../features/permissions/person-permissions-page';
import { RequirePermission } from '../require-permission';

export function PermissionsRoute() {
  return (
    <RequirePermission permission="permissions.view">
      <Routes>
        <Route index element={<PermissionsPage />} />
        <Route path=":id" element={<PersonPermissionsPage />} />
      </Routes>
    </RequirePermission>
  );
}
