import CssBaseline from '@mui/material/CssBaseline';
import { ThemeProvider } from '@mui/material/styles';
import { type SessionUser } from '@shifa/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeAll } from 'vitest';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { laboratoryExtensions } from '../app/routes/laboratory-extensions';
import { setupSteps } from '../app/routes/setup-steps';
import { theme } from '../app/theme/theme';
import { Toasts } from '../app/toasts';
import { LazyActionDialog } from '../screens/actions/actions';
import { LaboratoryExtensions } from '../screens/detail/laboratory-extensions';
import { SetupSteps } from '../screens/setup/setup-steps';
import { ShortcutHelp } from '../ui/shortcuts';
import { createQueryClient } from '../data/query-client';
import { session } from '../data/session';

type Context = { user?: SessionUser; at?: string };

// A person's page has been idle before the first click.
beforeAll(() => LazyActionDialog.preload());

/** Renders a part of the product as a signed-in person sees it, at an address of its own. */
export function renderApp(part: ReactNode, { user, at = '/' }: Context = {}) {
  const queryClient = createQueryClient();
  const defaults = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
  if (user) session.start('token', user);
  let address = at;
  function Address() {
    const { pathname, search } = useLocation();
    address = pathname + search;
    return null;
  }
  const view = render(
    <ThemeProvider theme={theme}>
      <CssBaseline />
      <QueryClientProvider client={queryClient}>
        <Toasts>
          <MemoryRouter initialEntries={[at]} useTransitions={false}>
            <Address />
            <ShortcutHelp />
            <LaboratoryExtensions value={laboratoryExtensions}>
              <SetupSteps value={setupSteps}>{part}</SetupSteps>
            </LaboratoryExtensions>
          </MemoryRouter>
        </Toasts>
      </QueryClientProvider>
    </ThemeProvider>,
  );
  return { ...view, queryClient, address: () => address };
}
