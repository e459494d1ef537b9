import Close from '@mui/icons-material/CloseOutlined';
import Fullscreen from '@mui/icons-material/FullscreenOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { QrCode } from '../../../components/qr/qr-code';
import { useDocumentTitle } from '../../../components/use-document-title';
import { paths } from '../../../config/paths';
import { messageOf } from '../../../lib/api-error';
import { dayOf, formatDay, formatWeekday } from '../../../lib/format';
import { laboratoryOptions } from '../../../lib/laboratory-options';
import { formatTimeIn, zoneLabel } from '../../../lib/time-zone';
import { useNow } from '../../../lib/use-now';
import { usePermission, useUser } from '../../../lib/use-session';
import { LaboratoryChoice } from '../clock/laboratory-choice';
import { RecentPunches } from './recent-punches-list';
import { useDisplayCode } from './use-display-code';
import { useWakeLock } from './use-wake-lock';

/** The code of a laboratory for a display on its wall, alone on the screen. It runs for days. */
export function DisplayPage() {
  useDocumentTitle('Attendance display');
  useWakeLock();
  const home = useUser().laboratoryId;
  const seesAll = usePermission('attendance.create').scope === 'all';
  const [params, setParams] = useSearchParams();
  const { data: laboratories = [] } = useQuery({ ...laboratoryOptions, enabled: seesAll });
  const chosen = seesAll ? (params.get('laboratoryId') ?? home?._id) : home?._id;
  const laboratory = laboratories.find(({ _id }) => _id === chosen) ?? (chosen === home?._id ? home : undefined);
  return (
    <Screen>
      <Stack direction="row" sx={{ alignItems: 'center', gap: 3, alignSelf: 'stretch' }}>
        {seesAll && (
          <Box sx={{ maxWidth: 320 }}>
            <LaboratoryChoice
              value={chosen}
              onChange={(laboratoryId) => setParams({ laboratoryId }, { replace: true })}
            />
          </Box>
        )}
        <IconButton
          aria-label="Full screen"
          sx={{ ml: 'auto' }}
          onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}
        >
          <Fullscreen />
        </IconButton>
        <IconButton aria-label="Close the display" component={Link} to={paths.attendance}>
          <Close />
        </IconButton>
      </Stack>
      {laboratory ? (
        <WallCode key={laboratory._id} {...laboratory} />
      ) : (
        <Typography component="h1" variant="body1" color="textSecondary" sx={{ m: 'auto' }}>
          {seesAll ? 'Choose the laboratory whose code is shown.' : 'You belong to no laboratory.'}
        </Typography>
      )}
    </Screen>
  );
}

function WallCode({ _id, name, timezone }: { _id: string; name: string; timezone: string }) {
  const { code, secondsLeft, error, isLoading } = useDisplayCode(_id);
  return (
    <>
      <Stack sx={{ alignItems: 'center', gap: 1, textAlign: 'center' }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {name}
        </Typography>
        <WallClock timezone={timezone} />
      </Stack>
      <CodeFrame>
        {code ? (
          <QrCode text={code.url} label={`Code to clock in and out at ${name}`} />
        ) : (
          <Stack role="alert" sx={{ m: 'auto', p: 6, gap: 2, textAlign: 'center', color: '#0F1F22' }}>
            <Typography variant="h2" component="p">
              {isLoading ? 'Fetching the code…' : 'There is no code now'}
            </Typography>
            {!isLoading && (
              <Typography>
                The last code is out of date. {messageOf(error, 'The server cannot be reached')} It is tried again every
                few seconds.
              </Typography>
            )}
          </Stack>
        )}
      </CodeFrame>
      <Typography className="tabular" sx={{ fontSize: '1.125rem', textAlign: 'center' }}>
        Scan with the camera of your phone to clock in or out.{' '}
        <Typography component="span" variant="inherit" color="textSecondary">
          {code ? `New code in ${secondsLeft} s` : ' '}
        </Typography>
      </Typography>
      <RecentPunches laboratoryId={_id} timezone={timezone} />
    </>
  );
}

function WallClock({ timezone }: { timezone: string }) {
  const now = useNow(1_000);
  const day = dayOf(now, timezone);
  return (
    <>
      <Typography
        component="p"
        className="tabular"
        sx={{ fontSize: 'clamp(2.5rem, 7vh, 4.5rem)', fontWeight: 600, lineHeight: 1.1 }}
      >
        {formatTimeIn(timezone, now)}
      </Typography>
      <Typography color="textSecondary">
        {formatWeekday(day)}, {formatDay(day, 'long')} · {zoneLabel(timezone)}
      </Typography>
    </>
  );
}

const Screen = styled('main')(({ theme }) => ({
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: 16,
  minHeight: '100dvh',
  padding: 24,
  backgroundColor: theme.vars.palette.background.default,
  [theme.breakpoints.down('sm')]: { padding: 16 },
}));

/** White in any theme, for the scanner. */
const CodeFrame = styled('div')({
  display: 'flex',
  width: 'min(56vh, 88vw)',
  aspectRatio: '1',
  borderRadius: 16,
  overflow: 'hidden',
  backgroundColor: '#fff',
  '& svg': { width: '100%', height: '100%' },
});
