import Assessment from '@mui/icons-material/AssessmentOutlined';
import { paths } from '../../config/paths';
import { UnbuiltPage } from '../unbuilt-page';
import type { Section } from './section';

const reportsPage = (
  <UnbuiltPage title="Reports & Analytics">
    Figures over a period, and the workbooks made from them, will be found here.
  </UnbuiltPage>
);

export const reports: Section = {
  path: paths.reports,
  permission: 'reports.view',
  navigation: { label: 'Reports', icon: <Assessment /> },
  pages: [{ index: true, element: reportsPage }],
};
