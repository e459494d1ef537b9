import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { LinkTokenSchema } from '@shifa/contract';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { Banner } from '../../ui/feedback/banner';
import { PublicPage } from '../../ui/public-page';
import { paths } from '../../config/paths';
import { product } from '../../config/product';
import { api, bodyOf } from '../../data/api';
import { messageOf } from '../../lib/api-error';

/** Where the link leads that confirms an email address. */
export function ConfirmEmailPage() {
  return (
    <LinkPage
      title="Confirm your email address"
      verb="Confirm address"
      send={(token) => bodyOf(api.messages.confirm.mutate({ body: { token } }))}
      next={{ label: 'Choose what is sent to you', to: paths.settingsNotifications }}
    >
      Notifications of Shifa MS can then be sent to this address.
    </LinkPage>
  );
}

/** Where the link of a digest leads that turns digests off. */
export function UnsubscribePage() {
  return (
    <LinkPage
      title="Turn digests off"
      verb="Turn digests off"
      send={(token) => bodyOf(api.messages.unsubscribe.mutate({ params: { token }, body: {} }))}
      next={{ label: 'Choose what is sent to you', to: paths.settingsNotifications }}
    >
      You won't get digests by email. Notifications in Shifa MS stay as they are.
    </LinkPage>
  );
}

type LinkPageProps = {
  title: string;
  verb: string;
  send: (token: string) => Promise<{ message?: string | undefined }>;
  next: { label: string; to: string };
  /** What the button does. */
  children: ReactNode;
};

/** Nothing happens before the button is pressed, because mail programs open links to check them. */
function LinkPage({ title, verb, send, next, children }: LinkPageProps) {
  const token = LinkTokenSchema.safeParse(useLocation().hash.slice(1)).data;
  const [state, setState] = useState<{ pending?: true; done?: string; fault?: string }>({});
  const press = async (valid: string) => {
    setState({ pending: true });
    try {
      const { message = 'Done' } = await send(valid);
      setState({ done: message });
    } catch (error) {
      setState({ fault: messageOf(error, "Couldn't reach the server. Try again in a moment.") });
    }
  };
  const fault = token === undefined ? 'This link is incomplete. Copy the whole link from the email.' : state.fault;
  return (
    <PublicPage title={title}>
      <Stack sx={{ gap: 6 }}>
        {state.done === undefined && <Typography>{children}</Typography>}
        {fault !== undefined && <Banner tone="error">{fault}</Banner>}
        {state.done !== undefined && <Banner tone="success">{state.done}</Banner>}
        {state.done === undefined && token !== undefined && (
          <Button variant="contained" size="large" loading={state.pending === true} onClick={() => void press(token)}>
            {verb}
          </Button>
        )}
        {state.done !== undefined ? (
          <Button component={Link} to={next.to} variant="contained" size="large">
            {next.label}
          </Button>
        ) : (
          <Button component={Link} to="/" color="inherit">
            Open {product.name}
          </Button>
        )}
      </Stack>
    </PublicPage>
  );
}
