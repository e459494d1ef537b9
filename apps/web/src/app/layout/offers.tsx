import { Suspense } from 'react';
import { ErrorBoundary } from '../../ui/error-boundary';
import { appUpdate } from '../../lib/app-update';
import { installOffer } from '../../lib/install-offer';
import { lazyComponent } from '../../lib/lazy-component';
import { useStore } from '../../lib/store';

const Offer = lazyComponent(async () => (await import('./offer')).Offer);

/** Offers a newer version when one is served, or else to install the product while the browser does. */
export function Offers() {
  const installable = useStore(installOffer);
  const outdated = useStore(appUpdate);
  if (!outdated && !installable) return null;
  return (
    // The page does not depend on it.
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <Offer kind={outdated ? 'update' : 'install'} />
      </Suspense>
    </ErrorBoundary>
  );
}
