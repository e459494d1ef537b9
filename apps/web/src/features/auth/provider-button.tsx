import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { request } from '../../data/http';
import { messageOf } from '../../lib/api-error';
import { openSite } from '../../lib/open-site';
import { stored } from '../../lib/storage';

const path = '/api/auth/provider';

/** Small enough for the sign-in page: the client of the contract is not needed. */
async function ask(method: 'GET' | 'POST'): Promise<unknown> {
  const headers: Record<string, string> = method === 'POST' ? { 'content-type': 'application/json' } : {};
  return (await request({ path, method, headers, body: method === 'POST' ? '{}' : undefined })).body;
}

/** The page comes first. */
const AFTER_PAINT_MS = 300;

/** Leads to the provider, where this installation has one. */
export function ProviderButton({ onFault }: { onFault: (message: string) => void }) {
  const state = useLocation().state as unknown;
  const [label, setLabel] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  useEffect(() => {
    // Without an answer, the password is the way in.
    const show = (offer: unknown) => setLabel((offer as { data: { label: string | null } }).data.label);
    const timer = setTimeout(() => void ask('GET').then(show, () => undefined), AFTER_PAINT_MS);
    return () => clearTimeout(timer);
  }, []);
  if (label === null) return null;
  const start = async () => {
    setPending(true);
    try {
      const { url } = ((await ask('POST')) as { data: { url: string } }).data;
      stored.returnTo.write(JSON.stringify(state));
      openSite(url);
    } catch (error) {
      setPending(false);
      onFault(messageOf(error, 'Login failed'));
    }
  };
  return (
    <Button variant="outlined" size="large" color="inherit" fullWidth loading={pending} onClick={() => void start()}>
      Sign in with {label}
    </Button>
  );
}
