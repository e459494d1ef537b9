import Biotech from '@mui/icons-material/BiotechOutlined';
import { paths } from '../../config/paths';
import { laboratoryLive } from '../../features/laboratories/laboratory.resource';
import { page, type Section } from './section';

export const laboratories: Section = {
  path: paths.laboratories,
  alias: paths.laboratoriesAlias,
  permission: 'laboratories.view',
  // The list is for those who see all laboratories; others reach their own from elsewhere.
  navigation: { label: 'Laboratories', short: 'Labs', icon: <Biotech />, scope: 'all' },
  pages: [
    {
      index: true,
      element: page(() => import('../../features/laboratories/laboratory-list-page'), 'LaboratoryListPage'),
    },
    {
      path: ':id',
      element: page(() => import('../../features/laboratories/laboratory-detail-page'), 'LaboratoryDetailPage'),
    },
  ],
  live: [laboratoryLive],
};
