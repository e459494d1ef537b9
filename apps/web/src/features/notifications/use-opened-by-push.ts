import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { paths } from '../../config/paths';

/** What the service worker sends when someone taps a push message; after `until`, it has opened another window. */
const Tap = z.object({
  type: z.literal('open'),
  address: z.string().startsWith(`${paths.openNotification}?`),
  until: z.number().default(Infinity),
});

/** Goes where a push message leads that was tapped while this page is open; a draft stays. */
export function useOpenedByPush(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
    const open = ({ data, ports }: MessageEvent) => {
      const tap = Tap.safeParse(data);
      // A page that was frozen gets the message once it is shown again.
      if (!tap.success || Date.now() > tap.data.until) return;
      // Otherwise the service worker opens another window.
      ports[0]?.postMessage('opened');
      void navigate(tap.data.address);
    };
    workers?.addEventListener('message', open);
    return () => workers?.removeEventListener('message', open);
  }, [navigate]);
}
