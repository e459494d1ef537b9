import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { LoadingScreen } from '../../components/loading/loading-screen';
import { paths } from '../../config/paths';
import { PublicOnly, RequireSession } from '../guards';

const LoginRoute = lazy(async () => ({ default: (await import('../../features/auth/login-page')).LoginPage }));
const SignedInRoute = lazy(async () => ({ default: (await import('./signed-in-route')).SignedInRoute }));
const DashboardRoute = lazy(async () => ({ default: (await import('./dashboard-route')).DashboardRoute }));
const LaboratoriesRoute = lazy(async () => ({ default: (await import('./laboratories-route')).LaboratoriesRoute }));
const StaffRoute = lazy(async () => ({ default: (await import('./staff-route')).StaffRoute }));
const PermissionsRoute = lazy(async () => ({ default: (await import('./permissions-route')).PermissionsRoute }));
const FinancesRoute = lazy(async () => ({ default: (await import('./finances-route')).FinancesRoute }));
const InventoryRoute = lazy(async () => ({ default: (await import('./inventory-route')).InventoryRoute }));
const AttendanceRoute = lazy(async () => ({ default: (await import('./attendance-route')).AttendanceRoute }));
const ReportsRoute = lazy(async () => ({ default: (await import('./reports-route')).ReportsRoute }));
const SettingsRoute = lazy(async () => ({ default: (await import('./settings-route')).SettingsRoute }));
const ProfileRoute = lazy(async () => ({ default: (await import('./profile-route')).ProfileRoute }));
const HelpSupportRoute = lazy(async () => ({ default: (await import('./help-support-route')).HelpSupportRoute }));
const NotificationsRoute = lazy(async () => ({ default: (await import('./notifications-route')).NotificationsRoute }));
const NotFoundRoute = lazy(async () => ({ default: (await import('./not-found-route')).NotFoundRoute }));

/** Who types a password is about to need these. */
function loadWhatFollows() {
  void import('./signed-in-route');
  void import('./dashboard-route');
}

/** Every route of the product. Each page is a chunk of its own. */
export function AppRoutes() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route
          path={paths.login}
          element={
            <PublicOnly>
              <LoginRoute onTyping={loadWhatFollows} />
            </PublicOnly>
          }
        />
        <Route
          path="/"
          element={
            <RequireSession>
              <SignedInRoute />
            </RequireSession>
          }
        >
          <Route index element={<Navigate to={paths.dashboard} replace />} />
          <Route path={paths.dashboard} element={<DashboardRoute />} />
          <Route path={`${paths.laboratories}/*`} element={<LaboratoriesRoute />} />
          <Route path={`${paths.laboratoriesAlias}/*`} element={<LaboratoriesAlias />} />
          <Route path={`${paths.staff}/*`} element={<StaffRoute />} />
          <Route path={`${paths.permissions}/*`} element={<PermissionsRoute />} />
          <Route path={`${paths.finances}/*`} element={<FinancesRoute />} />
          <Route path={paths.inventory} element={<InventoryRoute />} />
          <Route path={paths.attendance} element={<AttendanceRoute />} />
          <Route path={paths.reports} element={<ReportsRoute />} />
          <Route path={paths.settings} element={<SettingsRoute />} />
          <Route path={paths.profile} element={<ProfileRoute />} />
          <Route path={paths.helpSupport} element={<HelpSupportRoute />} />
          <Route path={paths.notifications} element={<NotificationsRoute />} />
        </Route>
        <Route path="*" element={<NotFoundRoute />} />
      </Routes>
    </Suspense>
  );
}

function LaboratoriesAlias() {
  const { pathname, search, hash } = useLocation();
  const target = pathname.replace(paths.laboratoriesAlias, paths.laboratories);
  return <Navigate to={{ pathname: target, search, hash }} replace />;
}
