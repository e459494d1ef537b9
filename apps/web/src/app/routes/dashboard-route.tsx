export { DashboardPage as DashboardRoute } from '../../features/dashboard/dashboard-page';
