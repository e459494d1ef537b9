import { lazy, Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { LoadingScreen } from '../../components/loading/loading-screen';
import { isSectionPath, paths } from '../../config/paths';
import { PublicOnly, RequireSession } from '../guards';

const LoginPage = lazy(async () => ({ default: (await import('../../features/auth/login-page')).LoginPage }));
const SignedInApp = lazy(async () => ({ default: (await import('./signed-in-app')).SignedInApp }));
const NotFoundPage = lazy(async () => ({ default: (await import('./not-found-page')).NotFoundPage }));

/** Loads what is needed after signing in while the password is being typed. */
function preload() {
  void import('./signed-in-app');
  void import('../../features/dashboard/dashboard-page');
}

/** The sign-in page, and behind it the sections of the product. */
export function AppRoutes() {
  return (
    <Suspense fallback={<LoadingScreen />}>
      <Routes>
        <Route
          path={paths.login}
          element={
            <PublicOnly>
              <LoginPage onTyping={preload} />
            </PublicOnly>
          }
        />
        <Route path="/" element={<Navigate to={paths.dashboard} replace />} />
        <Route path="*" element={<SectionOrNotFound />} />
      </Routes>
    </Suspense>
  );
}

function SectionOrNotFound() {
  const { pathname } = useLocation();
  if (!isSectionPath(pathname)) return <NotFoundPage />;
  return (
    <RequireSession>
      <SignedInApp />
    </RequireSession>
  );
}
