import Biotech from '@mui/icons-material/BiotechOutlined';
import { LaboratoryListQuery } from '@shifa/contract';
import { paths } from '../../config/paths';
import { Outlet } from 'react-router-dom';
import { LaboratoryExtensions } from '../../screens/detail/laboratory-extensions';
import { SetupSteps } from '../../screens/setup/setup-steps';
import {
  laboratoryLive,
  laboratoryNotices,
  laboratoryResource,
  statusesShown,
} from '../../features/laboratories/laboratory.resource';
import { laboratoryExtensions } from './laboratory-extensions';
import { setupSteps } from './setup-steps';
import { api } from '../../data/api';
import { keyOf } from '../../data/queries';
import { prefetchPage } from '../../data/resource';
import { page, type Section } from './section';

export const laboratories: Section = {
  path: paths.laboratories,
  alias: paths.laboratoriesAlias,
  permission: 'laboratories.view',
  // The list is for those who see all laboratories; others reach their own from elsewhere.
  navigation: { label: 'Laboratories', key: 'l', short: 'Labs', icon: <Biotech />, scope: 'all' },
  pages: [
    {
      element: (
        <LaboratoryExtensions value={laboratoryExtensions}>
          <SetupSteps value={setupSteps}>
            <Outlet />
          </SetupSteps>
        </LaboratoryExtensions>
      ),
      children: [
        {
          index: true,
          element: page(
            () => import('../../features/laboratories/laboratory-list-page'),
            'LaboratoryListPage',
            prefetchPage(laboratoryResource, LaboratoryListQuery, { status: statusesShown }),
          ),
        },
        {
          path: ':id',
          element: page(() => import('../../features/laboratories/laboratory-detail-page'), 'LaboratoryDetailPage'),
        },
      ],
    },
  ],
  live: [laboratoryLive],
  kept: [keyOf(api.laboratories.list)],
  notices: laboratoryNotices,
};
