import type { SubscribeBody } from '@shifa/contract';
import { api } from '../../data/api';

/** Why push cannot be switched on in this browser. */
export type PushObstacle = 'unsupported' | 'needs-installed-app' | 'denied';

export const pushObstacleTexts: Record<PushObstacle, string> = {
  unsupported: "This browser can't receive push messages.",
  'needs-installed-app':
    'On an iPhone or iPad, push works in the installed app only. Choose “Add to Home Screen” in the share menu, and open Shifa MS from there.',
  denied:
    'Notifications from this site are blocked in this browser. Allow them in the browser settings, and try again.',
};

export function findPushObstacle(): PushObstacle | undefined {
  if ('PushManager' in window && 'serviceWorker' in navigator && 'Notification' in window) {
    return Notification.permission === 'denied' ? 'denied' : undefined;
  }
  return /iPhone|iPad/.test(navigator.userAgent) ? 'needs-installed-app' : 'unsupported';
}

/**
 * Asks the person for permission and subscribes this browser.
 * @param publicKey of the installation. A browser that was subscribed with another one is subscribed again.
 * @throws DOMException if the browser or the person refuses.
 */
export async function subscribeBrowser(publicKey: string): Promise<SubscribeBody> {
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') throw new DOMException(pushObstacleTexts.denied, 'NotAllowedError');
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey } as const;
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    if (!(error instanceof DOMException) || error.name !== 'InvalidStateError') throw error;
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  return toBody(subscription);
}

/**
 * Messages to this browser end with the session: binds them to that of the viewer, if it was the viewer who has switched
 * push on here. Nothing is asked, and what fails is repeated the next time.
 */
export async function renewPush(): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.getSubscription();
  if (subscription) await api.messages.subscribe.mutate({ body: { ...toBody(subscription), onlyIfKnown: true } });
}

function toBody(subscription: PushSubscription): SubscribeBody {
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
}
