import QrCodeScanner from '@mui/icons-material/QrCodeScannerOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ClockState } from '@shifa/contract';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Banner } from '../../../components/banner';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { Frame } from '../../../components/section-card';
import { paths } from '../../../config/paths';
import { ApiError, messageOf } from '../../../lib/api-error';
import { useConnection } from '../../../lib/connection';
import { useUser } from '../../../lib/use-session';
import { formatClock } from '../attendance-display';
import { CODE_PARAMETER } from '../scan/code-link';
import { useOfflinePunches } from '../scan/offline-punches';
import { ClockButtons } from './clock-buttons';
import { ClockSituation, PendingSituation } from './clock-situation';
import { LaboratoryChoice } from './laboratory-choice';
import { sinceOf } from './time-at-work';
import { type ClockAction, useClock } from './use-clock';

/**
 * The person's clock: where they stand, and one large button for what comes next. Within a card it is bare of its own.
 */
export function ClockCard({ bare = false }: { bare?: boolean }) {
  const { laboratoryId: home } = useUser();
  const [params, setParams] = useSearchParams();
  const code = params.get(CODE_PARAMETER) ?? undefined;
  const { clock, query, request } = useClock();
  const [laboratoryId, setLaboratoryId] = useState<string>();
  const waiting = useOfflinePunches().filter(({ failure }) => failure === undefined);
  const offline = useConnection().status !== 'online';
  const needsLaboratory = home === null && clock?.state === 'out' && code === undefined;

  const start = (action: ClockAction) =>
    request.mutate(
      { action, qrToken: code, laboratoryId: action === 'clockIn' && home === null ? laboratoryId : undefined },
      { onSuccess: () => leaveCode() },
    );
  const leaveCode = () => {
    if (code === undefined) return;
    setParams(
      (current) => {
        current.delete(CODE_PARAMETER);
        return current;
      },
      { replace: true },
    );
  };

  // A clocking that waits to be sent counts as done.
  const last = waiting.at(-1)?.action;
  const state = last === undefined ? clock?.state : last === 'clock_in' ? 'in' : 'out';
  if (query.isPending) return <ClockSkeleton />;
  return (
    <Frame bare={bare} aria-label="Your clock" sx={bare ? {} : { p: { xs: 5, sm: 6 } }}>
      <Stack sx={{ gap: 5 }}>
        {request.isPending ? (
          <PendingSituation action={request.variables.action} />
        ) : clock ? (
          <ClockSituation clock={clock} readAt={query.dataUpdatedAt} />
        ) : (
          query.isError && (
            <ErrorState
              title="Your clock could not be loaded"
              error={query.error}
              onRetry={() => void query.refetch()}
            />
          )
        )}
        {code !== undefined && <CodeQuestion laboratory={home?.name} state={state} />}
        {needsLaboratory && <LaboratoryChoice value={laboratoryId} onChange={setLaboratoryId} />}
        {request.error && (
          <Failed error={request.error} clock={clock} withCode={request.variables.qrToken !== undefined} />
        )}
        {offline && (
          <Banner tone="warning">
            There is no connection. {code === undefined && 'Scan the code on the display: '}
            {code === undefined ? 'your' : 'Your'} scan is kept on this device with the time of the code, and is sent
            when the connection is back.
          </Banner>
        )}
        <ClockButtons
          clock={clock}
          state={state}
          withCode={code !== undefined}
          pending={request.isPending ? request.variables.action : undefined}
          disabledReason={needsLaboratory && !laboratoryId ? 'Choose the laboratory first' : undefined}
          onStart={start}
          onCancel={() => {
            request.reset();
            leaveCode();
          }}
        />
      </Stack>
    </Frame>
  );
}

/** What the scanned code is for. */
function CodeQuestion({ laboratory, state }: { laboratory: string | undefined; state: string | undefined }) {
  const place = laboratory === undefined ? 'with the scanned code' : `at ${laboratory}`;
  const question = state === undefined ? 'Clock in or out' : state === 'out' ? 'Clock in' : 'Clock out';
  return (
    <Typography variant="h2">
      {question} {place}?
    </Typography>
  );
}

type FailedProps = { error: Error; clock: ClockState | undefined; withCode: boolean };

function Failed({ error, clock, withCode }: FailedProps) {
  const isUnreachable = error instanceof ApiError && error.status === 0;
  const since = isClockedInAlready(error) && clock?.state !== 'out' ? clock && sinceOf(clock) : undefined;
  return (
    <Banner
      tone={isClockedInAlready(error) ? 'info' : 'error'}
      action={
        (withCode || isUnreachable) && (
          <Button size="small" color="inherit" component={Link} to={paths.attendanceScan}>
            {withCode ? 'Scan again' : 'Scan the code'}
          </Button>
        )
      }
    >
      {messageOf(error, 'This was not recorded')}
      {clock && since !== undefined && ` since ${formatClock(since, clock.timezone, clock.today)}`}
    </Banner>
  );
}

/** In another tab, or on another device. */
function isClockedInAlready(error: Error): boolean {
  return error instanceof ApiError && error.code === 'ALREADY_CLOCKED_IN';
}

/** The button opens before the clock is known: a code can be scanned in any case. */
function ClockSkeleton() {
  return (
    <Card sx={{ p: { xs: 5, sm: 6 } }}>
      <Stack sx={{ gap: 5 }}>
        <Skeleton width="40%" height={24} />
        <Box>
          <Skeleton silent variant="rectangular" width={220} height={56} />
        </Box>
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<QrCodeScanner />}
          component={Link}
          to={paths.attendanceScan}
          sx={{ mr: 'auto' }}
        >
          Scan the code
        </Button>
      </Stack>
    </Card>
  );
}
