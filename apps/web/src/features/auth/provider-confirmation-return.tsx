import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { LoadingScreen } from '../../ui/loading/loading-screen';
import { PublicPage } from '../../ui/public-page';
import { paths } from '../../config/paths';
import { handOver } from '../../data/provider-window';

/** The window in which someone has signed in again: the tab that it belongs to takes the answer, and goes on. */
export function ProviderConfirmationReturn({ returned }: { returned: Record<string, string> }) {
  const [isTaken, setTaken] = useState<boolean>();
  useEffect(() => {
    handOverOnce(returned, (taken) => {
      setTaken(taken);
      if (taken) window.close();
    });
  }, [returned]);
  if (isTaken === undefined) return <LoadingScreen message="Going back..." />;
  return (
    <PublicPage title={isTaken ? 'You can close this window' : 'This sign-in is no longer needed'}>
      <Typography color="textSecondary">
        {isTaken
          ? 'The page that you came from goes on.'
          : 'The page that you came from was closed, or has stopped waiting. Close this window, and try again there.'}
      </Typography>
    </PublicPage>
  );
}

let underWay: { state: string; taken: Promise<boolean> } | undefined;

/** However often the page is rendered. The code leaves the address. */
function handOverOnce(returned: Record<string, string>, onTaken: (isTaken: boolean) => void): void {
  const state = returned['state'] ?? '';
  if (underWay?.state !== state) underWay = { state, taken: handOver(returned) };
  void underWay.taken.then(onTaken);
  window.history.replaceState(window.history.state, '', paths.providerReturn);
}
