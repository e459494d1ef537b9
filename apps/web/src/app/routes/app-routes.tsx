import { Suspense } from 'react';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { LoadingScreen } from '../../ui/loading/loading-screen';
import { isSectionPath, paths } from '../../config/paths';
import { lazyComponent } from '../../lib/lazy-component';
import { session } from '../../data/session';
import { PublicOnly, RequireSession, Start } from './guards';

const LoginPage = lazyComponent(async () => (await import('../../features/auth/login-page')).LoginPage);
const ProviderReturnPage = lazyComponent(
  async () => (await import('../../features/auth/provider-return-page')).ProviderReturnPage,
);
const ForgotPasswordPage = lazyComponent(
  async () => (await import('../../features/auth/forgot-password-page')).ForgotPasswordPage,
);
const ResetPasswordPage = lazyComponent(
  async () => (await import('../../features/auth/reset-password-page')).ResetPasswordPage,
);
const ConfirmEmailPage = lazyComponent(
  async () => (await import('../../features/messages/link-pages')).ConfirmEmailPage,
);
const UnsubscribePage = lazyComponent(async () => (await import('../../features/messages/link-pages')).UnsubscribePage);
const SignedInApp = lazyComponent(async () => (await import('./signed-in-app')).SignedInApp);
/** Only while developing, so that no build contains it. */
const LoadingViewsPage = import.meta.env.DEV
  ? lazyComponent(async () => (await import('./loading-views-page')).LoadingViewsPage)
  : undefined;
/** Runs on a tablet where no one is signed in. */
const DisplayPage = lazyComponent(
  async () => (await import('../../features/attendance/display/display-page')).DisplayPage,
);
const NotFoundPage = lazyComponent(async () => (await import('./not-found-page')).NotFoundPage);

/** Loads what is needed after signing in while the password is being typed. */
function preload() {
  const parts = [import('./signed-in-app'), import('../../features/dashboard/dashboard-page')];
  // What fails here is fetched again when it is needed.
  void Promise.allSettled(parts);
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
        <Route path={paths.providerReturn} element={<ProviderReturnPage />} />
        <Route path={paths.forgotPassword} element={<ForgotPasswordPage />} />
        <Route path={paths.resetPassword} element={<ResetPasswordPage />} />
        <Route path={paths.confirmEmail} element={<ConfirmEmailPage />} />
        <Route path={paths.unsubscribe} element={<UnsubscribePage />} />
        <Route
          path="/"
          element={
            <RequireSession>
              <Start />
            </RequireSession>
          }
        />
        <Route path={paths.attendanceDisplay} element={<DisplayPage />} />
        {/* Short enough to be typed on a tablet. */}
        <Route path="/display" element={<Navigate to={paths.attendanceDisplay} replace />} />
        {LoadingViewsPage && <Route path="/development/loading-views" element={<LoadingViewsPage />} />}
        <Route path="*" element={<SectionOrNotFound />} />
      </Routes>
    </Suspense>
  );
}

/**
 * Settles as soon as what the address shows first can be rendered at once, from its code to whose the session is.
 * The person who was signed in here most likely still is, so the code does not wait for the check of the session.
 */
export async function prepareFirstScreen(): Promise<void> {
  if (session.token() === null) return LoginPage.preload();
  const app = SignedInApp.preload();
  const { checkSession } = await import('../../features/auth/auth.actions');
  const { firstPage } = await import('./signed-in-app');
  const checked = session.current().status === 'checking' && checkSession();
  await Promise.all([app, firstPage, checked]);
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
