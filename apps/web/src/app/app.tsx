import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from '../components/error-boundary';
import { CrashScreen } from './crash-screen';
import { AppRoutes } from './routes/app-routes';
import { MODE_STORAGE_KEY, theme } from './theme/theme';
import { useSessionCheck } from './routes/use-session-check';

export function App() {
  useSessionCheck();
  return (
    <ThemeProvider theme={theme} modeStorageKey={MODE_STORAGE_KEY} disableTransitionOnChange noSsr>
      <CssBaseline />
      <ErrorBoundary fallback={(retry) => <CrashScreen onRetry={retry} />}>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </ErrorBoundary>
    </ThemeProvider>
  );
}
