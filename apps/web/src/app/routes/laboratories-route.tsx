import { Route, Routes } from 'react-router-dom';
import { LaboratoryDetailPage } from '../../features/laboratories/laboratory-detail-page';
import { LaboratoryListPage } from '../../features/laboratories/laboratory-list-page';
import { RequirePermission } from '../require-permission';

export function LaboratoriesRoute() {
  return (
    <RequirePermission permission="laboratories.view">
      <Routes>
        <Route index element={<LaboratoryListPage />} />
        <Route path=":id" element={<LaboratoryDetailPage />} />
      </Routes>
    </RequirePermission>
  );
}
