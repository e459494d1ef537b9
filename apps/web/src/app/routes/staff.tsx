import Groups from '@mui/icons-material/GroupsOutlined';
import { paths } from '../../config/paths';
import { StaffListState, staffLive, staffNotices, staffResource } from '../../features/staff/staff.resource';
import { lazyComponent } from '../../lib/lazy-component';
import { live } from '../../lib/live';
import { keyOfAll } from '../../lib/queries';
import { prefetchPage } from '../../lib/resource';
import { page, type Section } from './section';

const StaffDetailPage = lazyComponent(
  async () => (await import('../../features/staff/staff-detail-page')).StaffDetailPage,
);
const UserPermissionsEditor = lazyComponent(
  async () => (await import('../../features/permissions/user-permissions-editor')).UserPermissionsEditor,
);

/** People name their laboratory, and its status decides what can be done with them. */
const laboratoryOfPeopleLive = live({ 'laboratory:*': () => [keyOfAll('staff')] });

export const staff: Section = {
  path: paths.staff,
  permission: 'staff.view',
  navigation: { label: 'Staff', key: 's', short: 'Staff', icon: <Groups /> },
  pages: [
    {
      index: true,
      element: page(
        () => import('../../features/staff/staff-list-page'),
        'StaffListPage',
        prefetchPage(staffResource, StaffListState),
      ),
    },
    {
      path: 'directory',
      element: page(() => import('../../features/staff/directory/directory-page'), 'DirectoryPage'),
    },
    {
      path: ':id',
      element: <StaffDetailPage permissions={(userId) => <UserPermissionsEditor userId={userId} />} />,
    },
  ],
  live: [staffLive, laboratoryOfPeopleLive],
  notices: staffNotices,
};
