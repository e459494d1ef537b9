import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from '../ui/error-boundary';
import { CrashScreen } from './crash-screen';
import { AppRoutes } from './routes/app-routes';
import { MODE_STORAGE_KEY, theme } from './theme/theme';

export function App() {
  return (
    <ThemeProvider theme={theme} modeStorageKey={MODE_STORAGE_KEY} disableTransitionOnChange noSsr>
      <CssBaseline />
      <ErrorBoundary fallback={(_, retry) => <CrashScreen onRetry={retry} />}>
        {/* Not in a transition, which would keep the old page for as long as the next one takes to load. */}
        <BrowserRouter useTransitions={false}>
          <AppRoutes />
        </BrowserRouter>
      </ErrorBoundary>
    </ThemeProvider>
  );
}
