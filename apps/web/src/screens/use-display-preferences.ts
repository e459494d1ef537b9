import type { DisplayPreferences } from '@shifa/contract';
import { hashKey, useQueryClient } from '@tanstack/react-query';
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
    // One after the other, so that the last choice is the one that is kept.
    scope: { id: 'display preferences' },
    meta: { slot, failure: (error) => messageOf(error, "Couldn't save your preferences") },
    // Here, not with the single change: the control may be gone when the answer comes.
    onMutate: ({ body }) => {
      const before = shown();
      if (!before) return undefined;
      const changed = { ...before, ...body };
      show(changed);
      return { before, changed };
    },
    onError: (_, __, context) => {
      // Otherwise a later change is shown, and its answer decides.
      if (context && hashKey([shown()]) === hashKey([context.changed])) show(context.before);
    },
  });

  return {
    display,
    change: (patch: Partial<DisplayPreferences>) => {
      save.mutate({ body: patch, fetchOptions: { keepalive: true } });
    },
  };
}

function shown(): DisplayPreferences | undefined {
  const current = session.current();
  return current.status === 'signed-in' ? current.user.display : undefined;
}
