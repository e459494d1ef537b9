import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { SpiltFlask } from '../ui/drawings';
import { MessagePage } from '../ui/message-page';
import { paths } from '../config/paths';

/** Nothing can be rendered, including the router: its way out is a new page load. */
export function CrashScreen({ onRetry }: { onRetry: () => void }) {
  return (
    <MessagePage
      alert
      title="Oops! Something went wrong"
      drawing={<SpiltFlask />}
      actions={
        <>
          <Button variant="contained" onClick={onRetry}>
            Try Again
          </Button>
          <Button variant="outlined" color="inherit" href={paths.dashboard}>
            Go to Dashboard
          </Button>
        </>
      }
    >
      <p>The page stopped working. Saved work is safe.</p>
    </MessagePage>
  );
}

/** The code of a page could not be fetched; it is fetched again as soon as the connection is back. */
export function LoadFailedScreen({ onRetry, also }: { onRetry: () => void; also?: ReactNode }) {
  return (
    <MessagePage
      alert
      title="Couldn't load this page"
      drawing={<SpiltFlask />}
      actions={
        <>
          <Button variant="contained" onClick={onRetry}>
            Try Again
          </Button>
          <Button variant="outlined" color="inherit" onClick={() => window.location.reload()}>
            Refresh Page
          </Button>
          {also}
        </>
      }
    >
      <p>Check your connection. The page opens as soon as the server can be reached.</p>
    </MessagePage>
  );
}

/** One page failed; the rest of the shell still works. */
export function RouteErrorScreen() {
  return (
    <MessagePage
      alert
      title="Something went wrong"
      drawing={<SpiltFlask />}
      actions={
        <Button variant="contained" onClick={() => window.location.reload()}>
          Refresh Page
        </Button>
      }
    >
      <p>An unexpected error occurred. Please try refreshing the page.</p>
    </MessagePage>
  );
}
