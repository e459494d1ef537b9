import { useEffect, useEffectEvent, useState } from 'react';
import { api, bodyOf } from '../../../data/api';
import { ApiError } from '../../../lib/api-error';
import {
  endOf,
  keepDisplay,
  newToken,
  type PairedDisplay,
  storedDisplay,
  WINDOW_MS,
  withFetched,
} from './paired-display';

/** How soon a failed request is repeated. */
const RETRY_MS = 5_000;

/** This tablet as a wall display: pairs it, and keeps its codes up to date while it is shown. */
export function usePairedDisplay() {
  const [display, setDisplay] = useState(storedDisplay);
  const [error, setError] = useState<unknown>();
  const [ownToken, setOwnToken] = useState(newToken);
  const keep = (next: PairedDisplay | undefined) => {
    keepDisplay(next);
    setDisplay(next);
  };

  const fetchCodes = useEffectEvent(async (): Promise<number> => {
    if (!display) return WINDOW_MS;
    const { token } = display;
    try {
      const { data } = await bodyOf(api.displays.codes.query({ query: { from: endOf(display) }, token }));
      keep(withFetched(display, data, Date.now()));
      setError(undefined);
      return WINDOW_MS;
    } catch (failure) {
      setError(failure);
      if (failure instanceof ApiError && failure.status === 401) {
        keep(undefined);
        // The server keeps that of a removed display for a while, so it can't be the one of another.
        setOwnToken(newToken());
      }
      return RETRY_MS;
    }
  });

  const token = display?.token;
  useEffect(() => {
    if (token === undefined) return;
    let stopped = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const next = async () => {
      const waitMs = await fetchCodes();
      if (!stopped) timer = setTimeout(() => void next(), waitMs);
    };
    void next();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [token]);

  /** Sent again with the same token after a lost answer, which then changes nothing. */
  const pair = async (code: string) => {
    await api.displays.pair.mutate({ body: { code, token: ownToken } });
    setError(undefined);
    keep({ token: ownToken, skew: 0, codes: null });
  };

  return { display, error, pair };
}
