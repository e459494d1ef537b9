import { paths } from '../../config/paths';
import { page, type Section } from './section';

export const profile: Section = {
  path: paths.profile,
  pages: [{ index: true, element: page(() => import('../../features/auth/profile-page'), 'ProfilePage') }],
};
