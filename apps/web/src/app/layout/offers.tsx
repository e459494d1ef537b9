import { Suspense, useSyncExternalStore } from 'react';
import { ErrorBoundary } from '../../components/error-boundary';
import { product } from '../../config/product';
import { appUpdate } from '../../lib/app-update';
import { installOffer } from '../../lib/install-offer';
import { lazyComponent } from '../../lib/lazy-component';

const Offer = lazyComponent(async () => (await import('./offer')).Offer);

/** What is offered, above every page; the page does not depend on it. */
export function Offers() {
  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense fallback={null}>
        <CurrentOffer />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Offers a newer version when one is served, or else to install the product while the browser does. */
function CurrentOffer() {
  const installable = useSyncExternalStore(installOffer.subscribe, installOffer.current);
  const outdated = useSyncExternalStore(appUpdate.subscribe, appUpdate.current);
  if (outdated) {
    return (
      <Offer
        title={`A new version of ${product.name} is ready`}
        verb="Update"
        onAccept={appUpdate.load}
        onClose={appUpdate.close}
      >
        The page is loaded again. What you have typed in a form is kept.
      </Offer>
    );
  }
  if (!installable) return null;
  return (
    <Offer
      title={`Install ${product.name}`}
      verb="Install"
      onAccept={installOffer.install}
      onClose={installOffer.close}
    >
      Open it from your home screen or desktop.
    </Offer>
  );
}
