import type { DisplayPreferences } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { api } from '../data/api';
import { messageOf } from '../lib/api-error';
import { applyFormats } from '../lib/format';
import { keyOf } from '../data/queries';
import { session } from '../data/session';
import { useUser } from '../data/use-session';

/**
 * How the product looks to the signed-in person, kept on the server. A change is seen at once, and taken back with a
 * message if the server refuses it.
 */
export function useDisplayPreferences() {
  const { display } = useUser();
  const queryClient = useQueryClient();
  const slot = useId();

  const show = (changed: DisplayPreferences) => {
    const current = session.current();
    if (current.status !== 'signed-in') return;
    const user = { ...current.user, display: changed };
    // An answer that is on its way does not know of the change.
    void queryClient.cancelQueries({ queryKey: keyOf(api.auth.me) });
    queryClient.setQueryData(keyOf(api.auth.me), user);
    applyFormats(changed);
    session.update(user);
  };

  const save = api.preferences.setDisplay.useMutation({
    // One after the other: each change names all of them, so the last one sent has to be the last one kept.
    scope: { id: 'display preferences' },
    meta: { slot, failure: (error) => messageOf(error, "Couldn't save your preferences") },
  });

  return {
    display,
    change: (patch: Partial<DisplayPreferences>) => {
      const changed = { ...display, ...patch };
      show(changed);
      save.mutate({ body: changed, fetchOptions: { keepalive: true } }, { onError: () => show(display) });
    },
  };
}
