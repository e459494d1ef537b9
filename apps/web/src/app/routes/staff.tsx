import Groups from '@mui/icons-material/GroupsOutlined';
import { paths } from '../../config/paths';
import { StaffListState, staffLive, staffNotices, staffResource } from '../../features/staff/staff.resource';
import { live } from '../../data/live';
import { api } from '../../data/api';
import { keyOf, keyOfAll } from '../../data/queries';
import { prefetchPage } from '../../data/resource';
import { page, type Section } from './section';

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
      element: page(() => import('./person-page'), 'PersonPage'),
    },
  ],
  live: [staffLive, laboratoryOfPeopleLive],
  kept: [keyOf(api.staff.list), keyOf(api.staff.stats)],
  notices: staffNotices,
};
