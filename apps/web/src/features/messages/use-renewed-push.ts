import { useEffect } from 'react';

/** Once for each time that someone signs in or opens the product, where they allow messages in this browser. */
export function useRenewedPush(): void {
  useEffect(() => {
    if (!('PushManager' in window && 'serviceWorker' in navigator)) return;
    if (Notification.permission !== 'granted') return;
    import('./push-subscription').then(({ renewPush }) => renewPush()).catch(() => undefined);
  }, []);
}
