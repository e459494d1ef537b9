import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { EmailCard } from './email-card';
import { MessageChoices } from './message-choices';
import { messageChannels } from './messages.queries';
import { PhoneCard } from './phone-card';
import { PushCard } from './push-card';

/** What reaches the viewer when no page is open, and how. */
export function MessageSettings() {
  const { data, error, refetch } = useQuery(messageChannels);
  if (!data) return <NotLoaded query={{ error, refetch }} what="the channels" skeleton={320} />;
  return (
    <Stack sx={{ gap: 6 }}>
      {data.email && <EmailCard email={data.email} />}
      {data.push && <PushCard push={data.push} />}
      {data.gateway && <PhoneCard phone={data.gateway} />}
      <MessageChoices channels={data} />
    </Stack>
  );
}
