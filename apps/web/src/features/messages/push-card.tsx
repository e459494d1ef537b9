import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { MessageAddress, MessageChannels } from '@shifa/contract';
import { useQueryClient } from '@tanstack/react-query';
import { Banner } from '../../ui/feedback/banner';
import { SectionCard } from '../../ui/section-card';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { formatInstant } from '../../lib/format';
import { messageChannels } from './messages.queries';
import { findPushObstacle, pushObstacleTexts, subscribeBrowser } from './push-subscription';
import { TestResultBanner } from './test-result';
import { useTestMessage } from './use-test-message';

type PushCardProps = { push: NonNullable<MessageChannels['push']> };

/** The browsers that receive push messages. The permission is asked for only when the viewer switches push on. */
export function PushCard({ push: { publicKey, browsers } }: PushCardProps) {
  const queryClient = useQueryClient();
  const show = (channels: MessageChannels) => queryClient.setQueryData(messageChannels.queryKey, channels);
  const obstacle = findPushObstacle();
  const subscribe = useWrite({
    send: async (_, { signal }) =>
      send(api.messages.subscribe, { body: await subscribeBrowser(publicKey) }, { signal }),
    success: 'Push is on in this browser',
    failure: "Push couldn't be switched on in this browser. Try again later.",
    onSuccess: show,
  });
  const test = useTestMessage('push');
  return (
    <SectionCard title="Push">
      <Stack sx={{ gap: 4, alignItems: 'flex-start' }}>
        <Typography color="textSecondary">Shown by your browser or phone, even when Shifa MS is closed.</Typography>
        {browsers.length > 0 && (
          <Stack component="ul" sx={{ listStyle: 'none', m: 0, p: 0, width: '100%', maxWidth: 640 }}>
            {browsers.map((browser) => (
              <Browser key={browser._id} browser={browser} onRemoved={show} />
            ))}
          </Stack>
        )}
        {obstacle && <Banner tone="info">{pushObstacleTexts[obstacle]}</Banner>}
        {subscribe.fault !== undefined && <Banner tone="error">{subscribe.fault}</Banner>}
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
          {!obstacle && (
            <Button variant="outlined" color="inherit" loading={subscribe.isPending} onClick={() => subscribe.mutate()}>
              Switch on in this browser
            </Button>
          )}
          {browsers.length > 0 && (
            <Button variant="outlined" color="inherit" loading={test.isPending} onClick={() => test.mutate()}>
              Send me a test
            </Button>
          )}
        </Stack>
        {test.data && <TestResultBanner result={test.data} />}
      </Stack>
    </SectionCard>
  );
}

type BrowserProps = { browser: MessageAddress; onRemoved: (channels: MessageChannels) => void };

function Browser({ browser, onRemoved }: BrowserProps) {
  const { _id, name } = browser;
  const remove = useWrite({
    send: (_, { signal }) => send(api.messages.unsubscribeBrowser, { params: { id: _id } }, { signal }),
    success: 'Push is off in that browser',
    failure: "Couldn't remove the browser",
    toastsFailure: true,
    stale: [messageChannels.queryKey],
    onSuccess: onRemoved,
  });
  return (
    <Box
      component="li"
      sx={{ display: 'flex', gap: 4, alignItems: 'center', py: 2, borderTop: 1, borderColor: 'divider' }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography>{name}</Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {stateOf(browser)}
        </Typography>
      </Box>
      <Button
        size="small"
        variant="outlined"
        color="inherit"
        aria-label={`Remove ${name}`}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        Remove
      </Button>
    </Box>
  );
}

function stateOf({ confirmedAt, broken }: MessageAddress): string {
  if (confirmedAt === null) return 'Off until you sign in there again';
  return broken === null ? `On since ${formatInstant(confirmedAt)}` : `Refused: ${broken}`;
}
