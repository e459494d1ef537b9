import { paths } from '../../config/paths';
import { page, type Section } from './section';

export const helpSupport: Section = {
  path: paths.helpSupport,
  pages: [{ index: true, element: page(() => import('../../features/support/help-page'), 'HelpPage') }],
};
