import type { MessageChannels, MessagePreferences } from '@shifa/contract';
import { hashKey, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { api } from '../../data/api';
import { messageOf } from '../../lib/api-error';
import { messageChannels } from './messages.queries';

/** Stores what is sent to the viewer. A change is seen at once, and taken back with a message if it is refused. */
export function useMessagePreferences(channels: MessageChannels) {
  const queryClient = useQueryClient();
  const slot = useId();
  const show = (preferences: MessagePreferences) => {
    void queryClient.cancelQueries({ queryKey: messageChannels.queryKey });
    queryClient.setQueryData(messageChannels.queryKey, (shown: MessageChannels | undefined) => ({
      ...(shown ?? channels),
      preferences,
    }));
  };
  const shown = () => queryClient.getQueryData(messageChannels.queryKey)?.preferences ?? channels.preferences;
  const save = api.messages.setPreferences.useMutation({
    // One after the other: each change names the whole part, so the last one sent has to be the last one kept.
    scope: { id: 'message preferences' },
    meta: { slot, failure: (error) => messageOf(error, "Couldn't save the preferences") },
    // Here, not with the single change: the control may be gone when the answer comes.
    onMutate: ({ body }) => {
      const before = shown();
      const after = { ...before, ...body };
      show(after);
      return { before, after };
    },
    onError: (_, __, changed) => {
      // Otherwise a later change is shown, and its answer decides.
      if (changed && hashKey([shown()]) === hashKey([changed.after])) show(changed.before);
    },
  });
  return (patch: Partial<MessagePreferences>) => save.mutate({ body: patch, fetchOptions: { keepalive: true } });
}
