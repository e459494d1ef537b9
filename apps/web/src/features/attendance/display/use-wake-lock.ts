import { useEffect } from 'react';

/** Keeps the screen on while the page is shown, where the browser can. */
export function useWakeLock(): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock };
    if (!wakeLock) return;
    let lock: WakeLockSentinel | undefined;
    let stopped = false;
    const request = async () => {
      // The browser takes the lock away from a hidden page.
      if (document.visibilityState !== 'visible' || lock?.released === false) return;
      const got = await wakeLock.request('screen').catch(() => undefined);
      if (stopped) await got?.release();
      else lock = got;
    };
    const onVisibility = () => void request();
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      stopped = true;
      document.removeEventListener('visibilitychange', onVisibility);
      void lock?.release();
    };
  }, []);
}
