import { Suspense, useEffect, useState } from 'react';
import { confirmation } from '../../data/confirmation';
import { lazyComponent } from '../../lib/lazy-component';

const ConfirmationDialog = lazyComponent(async () => (await import('./confirmation-dialog')).ConfirmationDialog);

/** Asks the signed-in person to confirm that it is still them, once for all requests that wait for it. */
export function ConfirmationHost() {
  const [settle, setSettle] = useState<(isConfirmed: boolean) => void>();
  useEffect(() => {
    let waiting: Promise<boolean> | undefined;
    return confirmation.askBy(() => {
      waiting ??= new Promise<boolean>((resolve) => {
        setSettle(() => (isConfirmed: boolean) => {
          waiting = undefined;
          setSettle(undefined);
          resolve(isConfirmed);
        });
      });
      return waiting;
    });
  }, []);
  if (!settle) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmationDialog onSettle={settle} />
    </Suspense>
  );
}
