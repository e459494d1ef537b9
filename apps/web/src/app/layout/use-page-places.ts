import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { historyGuard } from '../../lib/history-guard';
import { leadsBack, usePlaces } from '../../data/places';

/** A page that is still loading after this time is read from its start. */
const TALL_WITHIN_MS = 3_000;

/**
 * Another page is read from its start: the focus, and the window, go to the top of the content. A page that the person
 * returns to is shown where they left it.
 */
export function usePagePlaces(shown: Location): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const places = usePlaces();
  const type = useNavigationType();
  const { key: arrived } = useLocation();
  const { key, pathname, search } = shown;
  const state: unknown = shown.state;
  const current = useRef({ key, pathname, search, leaving: false });

  useLayoutEffect(() => historyGuard.arrive(), [arrived]);

  useEffect(() => {
    const remember = () => {
      const place = current.current;
      // The browser moves the page that is still shown to where the next one was.
      if (place.leaving) return;
      places.tops.set(place.key, window.scrollY);
      places.paths.set(place.pathname, { search: place.search, top: window.scrollY });
    };
    const onPopState = () => {
      current.current.leaving = true;
    };
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('popstate', onPopState);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('popstate', onPopState);
    };
  }, [places]);

  useLayoutEffect(() => {
    const left = current.current;
    const visited = places.paths.get(pathname);
    current.current = { key, pathname, search, leaving: false };
    if (left.pathname === pathname) {
      places.paths.set(pathname, { search, top: window.scrollY });
      return;
    }
    main.current?.focus({ preventScroll: true });
    const top = type === NavigationType.Pop ? (places.tops.get(key) ?? 0) : leadsBack(state) ? (visited?.top ?? 0) : 0;
    places.paths.set(pathname, { search, top });
    return scrollOnceTall(top);
  }, [places, key, pathname, search, state, type]);
  return main;
}

/** Scrolls as soon as the page is tall enough, unless the person has scrolled meanwhile. */
function scrollOnceTall(top: number): () => void {
  window.scrollTo(0, top);
  if (top <= window.scrollY) return () => undefined;
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (top <= window.scrollY) stop();
  });
  const timer = setTimeout(() => stop(), TALL_WITHIN_MS);
  const own = ['wheel', 'touchstart', 'keydown', 'pointerdown'];
  function stop() {
    clearTimeout(timer);
    observer.disconnect();
    for (const event of own) window.removeEventListener(event, stop);
  }
  for (const event of own) window.addEventListener(event, stop, { passive: true });
  observer.observe(document.body);
  return stop;
}
