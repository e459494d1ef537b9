import type { MessageChannel } from '@shifa/contract';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { messageChannels } from './messages.queries';

/** Sends a test message to the viewer; `data` is what the other side answered. */
export function useTestMessage(channel: MessageChannel) {
  return useWrite({
    send: (_, { signal }) => send(api.messages.test, { body: { channel } }, { signal }),
    failure: "Couldn't send the test message",
    toastsFailure: true,
    stale: [messageChannels.queryKey],
  });
}
