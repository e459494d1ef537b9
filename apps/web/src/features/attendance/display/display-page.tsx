import type { contract } from '@shifa/contract';
import Fullscreen from '@mui/icons-material/FullscreenOutlined';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { QrCode } from '../../../ui/qr/qr-code';
import { useDocumentTitle } from '../../../ui/use-document-title';
import { paths } from '../../../config/paths';
import { ApiError, failedWith, messageOf } from '../../../lib/api-error';
import { dayOf, formatDay, formatWeekday } from '../../../lib/format';
import { formatTimeIn, zoneLabel } from '../../../lib/time-zone';
import { useNow } from '../../../lib/use-now';
import { withQuery } from '../../../lib/with-query';
import { CODE_PARAMETER } from '../scan/code-link';
import { endOf, type PairedDisplay, tokenAt, WINDOW_MS } from './paired-display';
import { PairingForm } from './pairing-form';
import { usePairedDisplay } from './use-paired-display';
import { useWakeLock } from './use-wake-lock';

/**
 * The code of a laboratory for a tablet on its wall, alone on the screen. It runs for days, and without a session: the
 * tablet is paired, and can fetch codes and nothing else.
 */
export function DisplayPage() {
  useDocumentTitle('Attendance display');
  useWakeLock();
  const { display, error, pair } = usePairedDisplay();
  return (
    <Screen>
      {display ? (
        <WallCode display={display} error={error} />
      ) : (
        <PairingForm onPair={pair} removed={failedWith<typeof contract.displays.codes>(error, 'DISPLAY_REMOVED')} />
      )}
      <IconButton
        aria-label="Full screen"
        sx={{ position: 'absolute', top: 8, right: 8 }}
        onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}
      >
        <Fullscreen />
      </IconButton>
    </Screen>
  );
}

function WallCode({ display, error }: { display: PairedDisplay; error: unknown }) {
  const now = useNow(500).getTime() + display.skew;
  const { codes } = display;
  // The laboratory is suspended or archived: no one could clock in with a code.
  const isClosed = error instanceof ApiError && error.status === 409;
  const token = isClosed ? undefined : tokenAt(display, now);
  const link = token && window.location.origin + withQuery(paths.attendance, { [CODE_PARAMETER]: token });
  return (
    <>
      <CodeFrame>
        {link ? (
          <QrCode text={link} label={`Code to clock in and out at ${codes?.laboratory.name ?? ''}`} />
        ) : (
          <Typography variant="h2" component="p" sx={{ m: 'auto', p: 6, textAlign: 'center', color: '#0F1F22' }}>
            {error || codes ? 'No code available' : 'Fetching the code…'}
          </Typography>
        )}
      </CodeFrame>
      <Stack sx={{ alignItems: 'center', justifyContent: 'center', gap: 4, textAlign: 'center' }}>
        {codes && (
          <div>
            <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
              {codes.laboratory.name}
            </Typography>
            <WallClock now={new Date(now)} timezone={codes.laboratory.timezone} />
          </div>
        )}
        {link && (
          <Typography className="tabular" sx={{ fontSize: '1.125rem' }}>
            Scan with your phone camera to clock in or out.
            <br />
            <Typography component="span" variant="inherit" color="textSecondary">
              New code in {Math.ceil((WINDOW_MS - (now % WINDOW_MS)) / 1_000)} s
            </Typography>
          </Typography>
        )}
        {error !== undefined && <Typography role="alert">{problemOf(display, error, isClosed)}</Typography>}
      </Stack>
    </>
  );
}

/** Why nothing new is fetched, once, and for how long the display goes on. */
function problemOf(display: PairedDisplay, error: unknown, isClosed: boolean): string {
  const { codes } = display;
  const reason = messageOf(error, "Couldn't fetch new codes");
  if (isClosed || !codes || codes.tokens.length === 0) return reason;
  const until = new Date(endOf(display) * WINDOW_MS);
  return `${reason} The display holds codes until ${formatTimeIn(codes.laboratory.timezone, until)}.`;
}

function WallClock({ now, timezone }: { now: Date; timezone: string }) {
  const day = dayOf(now, timezone);
  return (
    <>
      <Typography
        component="p"
        className="tabular"
        sx={{ fontSize: 'clamp(2.5rem, 9vmin, 5rem)', fontWeight: 600, lineHeight: 1.1 }}
      >
        {formatTimeIn(timezone, now)}
      </Typography>
      <Typography color="textSecondary">
        {formatWeekday(day)}, {formatDay(day, 'long')} · {zoneLabel(timezone)}
      </Typography>
    </>
  );
}

/** The code beside the text in landscape, above it in portrait. */
const Screen = styled('main')(({ theme }) => ({
  boxSizing: 'border-box',
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 24,
  minHeight: '100dvh',
  padding: 24,
  backgroundColor: theme.vars.palette.background.default,
  [theme.breakpoints.down('sm')]: { padding: 16 },
  '@media (orientation: landscape)': { flexDirection: 'row', gap: 40 },
}));

/** White in any theme, for the scanner. */
const CodeFrame = styled('div')({
  display: 'flex',
  flexShrink: 0,
  width: 'min(68dvh, 92vw)',
  aspectRatio: '1',
  borderRadius: 16,
  overflow: 'hidden',
  backgroundColor: '#fff',
  '& svg': { width: '100%', height: '100%' },
  '@media (orientation: landscape)': { width: 'min(calc(100dvh - 48px), 62vw)' },
});
