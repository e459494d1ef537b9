import { Route, Routes } from 'react-router-dom';
import { UserPermissionsEditor } from '../../features/permissions/user-permissions-editor';
import { DirectoryPage } from '../../features/staff/directory/directory-page';
import { StaffDetailPage } from '../../features/staff/staff-detail-page';
import { StaffListPage } from '../../features/staff/staff-list-page';
import { RequirePermission } from '../require-permission';

export function StaffRoute() {
  return (
    <RequirePermission permission="staff.view">
      <Routes>
        <Route index element={<StaffListPage />} />
        <Route path="directory" element={<DirectoryPage />} />
        <Route path=":id" element={<StaffDetailPage permissions={permissionsOf} />} />
      </Routes>
    </RequirePermission>
  );
}

const permissionsOf = (userId: string) => <UserPermissionsEditor userId={userId} />;
