import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

const NEW = '#new';

/** The address of a page with the form open that creates something on it. */
export const newOn = (path: string): string => path + NEW;

/**
 * Opens the form that creates something on a page for a link by {@link newOn}. Without `open`, the person may not create
 * anything there, and the page says why.
 */
export function useNewByLink(open: (() => void) | undefined): void {
  useOpenByLink(NEW, open);
}

/** Opens a form on a page, once, for a link that ends so: it opens neither after a reload nor on the way back. */
export function useOpenByLink(ending: string, open: (() => void) | undefined): void {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const start = useEffectEvent(() => {
    void navigate({ pathname, search }, { replace: true });
    open?.();
  });
  useEffect(() => {
    if (hash === ending) start();
  }, [hash, ending]);
}
