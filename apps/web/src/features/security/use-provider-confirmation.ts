import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../../data/api';
import { openProviderWindow, providerAnswer, ProviderDeclined } from '../../data/provider-window';
import { queryOf, send } from '../../data/queries';
import { messageOf } from '../../lib/api-error';
import { stored } from '../../lib/storage';

const BLOCKED = 'Your browser blocked the window. Allow it to open windows for this site, and try again.';
const DECLINED = 'The sign-in was cancelled or refused. Try again, or confirm in another way.';

const offer = queryOf(api.providerSignIn.offer);

/** Has the person sign in at the provider again, in a window of its own: the page with what was typed stays open. */
export function useProviderConfirmation(onConfirmed: () => void) {
  const isOfProvider = stored.provider.read() !== null;
  const { data, isPending } = useQuery({ ...offer, enabled: isOfProvider });
  const visit = useRef<AbortController>(undefined);
  const [isOpen, setOpen] = useState(false);
  const [fault, setFault] = useState<string>();
  const stop = () => {
    visit.current?.abort();
    setOpen(false);
    setFault(undefined);
  };
  // What comes back later confirms nothing that the person no longer wants.
  useEffect(() => () => visit.current?.abort(), []);

  const begin = () => {
    stop();
    const window = openProviderWindow();
    if (!window) {
      setFault(BLOCKED);
      return;
    }
    const { signal } = (visit.current = new AbortController());
    setOpen(true);
    confirmIn(window, signal).then(onConfirmed, (error: unknown) => {
      if (signal.aborted) return;
      setOpen(false);
      setFault(error instanceof ProviderDeclined ? DECLINED : messageOf(error, "Couldn't confirm"));
    });
  };

  return {
    /** What the provider is called; undefined while that isn't known, null where the session didn't begin there. */
    label: isOfProvider && isPending ? undefined : (data?.label ?? null),
    /** Whether its window is open. */
    isOpen,
    fault,
    begin,
    stop,
  };
}

async function confirmIn(window: Window, signal: AbortSignal): Promise<void> {
  try {
    const { url } = await send(api.providerSignIn.startConfirmation, { body: {} }, { signal });
    const answer = providerAnswer(new URL(url).searchParams.get('state') ?? '', signal);
    window.location.href = url;
    await send(api.providerSignIn.confirm, { body: await answer }, { signal });
  } catch (error) {
    window.close();
    throw error;
  }
}
