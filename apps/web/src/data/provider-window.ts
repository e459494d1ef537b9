import { ProviderAnswerBody } from '@shifa/contract';
import { z } from 'zod';

/** What the provider added to the address. */
type Returned = Record<string, string>;

/** Between the window that the provider sends back and the tab that waits for it; other origins can't use it. */
const CHANNEL = 'provider-confirmation';
const Message = z.union([z.object({ returned: z.record(z.string(), z.string()) }), z.object({ taken: z.string() })]);

/** Long enough for a tab that the browser has slowed down, because another window is in front of it. */
const TAKEN_WITHIN_MS = 3_000;

/** The provider sent the window back without a code, because the person or the provider didn't want to go on. */
export class ProviderDeclined extends Error {}

/** Opens an empty window, which only a click may do, and so before its address is known. Undefined if it is blocked. */
export function openProviderWindow(): Window | undefined {
  try {
    return window.open('', '_blank', 'popup,width=520,height=680') ?? undefined;
  } catch {
    // Embedded browsers and some extensions refuse by throwing.
    return undefined;
  }
}

/** What the provider answers to the visit with this `state`. Throws {@link ProviderDeclined}, or when it is aborted. */
export function providerAnswer(state: string, signal: AbortSignal): Promise<ProviderAnswerBody> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<ProviderAnswerBody>((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('No longer awaited', 'AbortError')));
    channel.onmessage = ({ data }) => {
      const message = Message.safeParse(data).data;
      if (!message || !('returned' in message) || message.returned['state'] !== state) return;
      channel.postMessage({ taken: state });
      const answer = ProviderAnswerBody.safeParse(message.returned).data;
      if (answer) resolve(answer);
      else reject(new ProviderDeclined());
    };
  }).finally(() => channel.close());
}

/** Hands over what the provider sent this window back with. @returns whether a tab waited for it. */
export function handOver(returned: Returned): Promise<boolean> {
  const channel = new BroadcastChannel(CHANNEL);
  return new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), TAKEN_WITHIN_MS);
    channel.onmessage = ({ data }) => {
      const message = Message.safeParse(data).data;
      if (message && 'taken' in message && message.taken === returned['state']) resolve(true);
    };
    channel.postMessage({ returned });
  }).finally(() => channel.close());
}
