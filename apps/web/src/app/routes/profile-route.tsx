export { ProfilePage as ProfileRoute } from '../../features/auth/profile-page';
