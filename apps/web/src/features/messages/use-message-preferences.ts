import type { MessageChannels, MessagePreferences } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
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
  const save = api.messages.setPreferences.useMutation({
    // One after the other: each change names all of them, so the last one sent has to be the last one kept.
    scope: { id: 'message preferences' },
    meta: { slot, failure: (error) => messageOf(error, "Couldn't save the preferences") },
  });
  const { preferences } = channels;
  return (patch: Partial<MessagePreferences>) => {
    const changed = { ...preferences, ...patch };
    show(changed);
    save.mutate({ body: changed, fetchOptions: { keepalive: true } }, { onError: () => show(preferences) });
  };
}
