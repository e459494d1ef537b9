import QrCodeScanner from '@mui/icons-material/QrCodeScannerOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ClockState, contract } from '@shifa/contract';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { Banner } from '../../../ui/feedback/banner';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { ErrorState } from '../../../ui/feedback/error-state';
import { Skeleton } from '../../../ui/loading/skeleton';
import { Frame } from '../../../ui/section-card';
import { paths } from '../../../config/paths';
import { product } from '../../../config/product';
import { failedWith, isUnreachable, messageOf } from '../../../lib/api-error';
import { useConnection } from '../../../lib/connection';
import { formatTimeIn } from '../../../lib/time-zone';
import { useTemporary } from '../../../lib/use-temporary';
import { useUser } from '../../../data/use-session';
import { formatClock } from '../attendance-display';
import { codeQuestions, offlineClockText, scanInsteadText } from '../clock.messages';
import { CODE_PARAMETER } from '../scan/code-link';
import { useOfflinePunches } from '../scan/offline-punches';
import { besideStyle, ClockButtons, largeStyle } from './clock-buttons';
import { ClockHeadline, ClockSituation } from './clock-situation';
import { LaboratoryChoice } from '../../../screens/choices/laboratory-choice';
import { sinceOf } from './time-at-work';
import { type ClockAction, useClock } from './use-clock';

/** A clock-out so soon after the clock-in is more likely a slip of the thumb. */
const SOON_MS = 2 * 60_000;
const RECEIPT_MS = 3_000;

/**
 * The person's clock: where they stand, and one large button for what comes next. Within a card it is bare of its own.
 */
export function ClockCard({ bare = false }: { bare?: boolean }) {
  const { laboratoryId: home } = useUser();
  const [params, setParams] = useSearchParams();
  const code = params.get(CODE_PARAMETER) ?? undefined;
  const { clock, last: known, query, request } = useClock();
  const [laboratoryId, setLaboratoryId] = useState<string>();
  const waiting = useOfflinePunches().filter(({ failure }) => failure === undefined);
  const offline = useConnection().status !== 'online';
  const needsLaboratory = home === null && clock?.state === 'out' && code === undefined;

  const [receipt, setReceipt] = useTemporary<string>(RECEIPT_MS);
  const [asking, setAsking] = useState(false);
  const timezone = clock?.timezone ?? home?.timezone ?? product.timezone;

  const send = (action: ClockAction) =>
    request.mutate(
      { action, qrToken: code, laboratoryId: action === 'clockIn' && home === null ? laboratoryId : undefined },
      {
        onSuccess: (outcome) => {
          leaveCode();
          const done = action === 'clockIn' ? 'Clocked in' : 'Clocked out';
          if (outcome === 'kept') setReceipt(`${done}, not sent yet`);
          else if (action === 'clockIn' || action === 'clockOut') {
            const at = action === 'clockIn' ? outcome.segments.at(-1)?.clockIn.at : outcome.clockOut?.at;
            setReceipt(at === undefined ? done : `${done} ${formatTimeIn(timezone, new Date(at))}`);
          }
        },
      },
    );
  const last = waiting.at(-1);
  const start = (action: ClockAction) => {
    const since = last?.action === 'clock_in' ? last.scannedAt : clock?.record?.segments.at(-1)?.clockIn.at;
    const skew = last || !clock ? 0 : Date.parse(clock.now) - query.dataUpdatedAt;
    const isSoon = since !== undefined && elapsedSince(since, skew) < SOON_MS;
    if (action === 'clockOut' && isSoon) setAsking(true);
    else send(action);
  };
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
  const state = last === undefined ? clock?.state : last.action === 'clock_in' ? 'in' : 'out';
  const pending = request.isPending ? request.variables.action : undefined;
  if (query.isPending) return <ClockSkeleton bare={bare} />;
  return (
    <Frame bare={bare} aria-label="Your clock" sx={bare ? {} : { p: { xs: 5, sm: 6 } }}>
      <Stack sx={{ gap: 5 }}>
        <ClockHeadline clock={clock} pending={pending} waiting={last} last={known} timezone={timezone} />
        {code !== undefined && <CodeQuestion laboratory={home?.name} state={state} />}
        {needsLaboratory && <LaboratoryChoice value={laboratoryId} onChange={setLaboratoryId} />}
        <ClockButtons
          clock={clock}
          state={state}
          offline={home !== null && (last !== undefined || (offline && clock === undefined))}
          withCode={code !== undefined}
          receipt={receipt}
          pending={pending}
          disabledReason={needsLaboratory && !laboratoryId ? 'Choose the laboratory first' : undefined}
          onStart={start}
          onCancel={() => {
            request.reset();
            leaveCode();
          }}
        />
        {request.error && (
          <Failed error={request.error} clock={clock} withCode={request.variables.qrToken !== undefined} />
        )}
        {offline && (
          <Banner tone="warning">
            {offlineClockText} {code === undefined && scanInsteadText}
          </Banner>
        )}
        {clock ? (
          <ClockSituation clock={clock} readAt={query.dataUpdatedAt} waits={last !== undefined} />
        ) : (
          query.isError &&
          !offline && (
            <ErrorState title="Couldn't load your clock" error={query.error} onRetry={() => void query.refetch()} />
          )
        )}
      </Stack>
      <ConfirmDialog
        open={asking}
        title="Clock out already"
        verb="Clock out"
        cancelLabel="Stay clocked in"
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          send('clockOut');
        }}
      >
        You clocked in less than two minutes ago.
      </ConfirmDialog>
    </Frame>
  );
}

/** What the scanned code is for. */
function CodeQuestion({ laboratory, state }: { laboratory: string | undefined; state: string | undefined }) {
  const question = state === undefined ? 'unknown' : state === 'out' ? 'out' : 'in';
  return <Typography variant="h2">{codeQuestions[question](laboratory)}</Typography>;
}

type FailedProps = { error: Error; clock: ClockState | undefined; withCode: boolean };

function Failed({ error, clock, withCode }: FailedProps) {
  const since = isClockedInAlready(error) && clock?.state !== 'out' ? clock && sinceOf(clock) : undefined;
  return (
    <Banner
      tone={isClockedInAlready(error) ? 'info' : 'error'}
      action={
        (withCode || isUnreachable(error)) && (
          <Button size="small" color="inherit" component={Link} to={paths.attendanceScan}>
            {withCode ? 'Scan again' : 'Scan the code'}
          </Button>
        )
      }
    >
      {clock && since !== undefined
        ? `You've been clocked in since ${formatClock(since, clock.timezone, clock.today)}`
        : messageOf(error, "This wasn't recorded")}
    </Banner>
  );
}

/** In another tab, or on another device. */
function isClockedInAlready(error: Error): boolean {
  return failedWith<typeof contract.attendance.clockIn>(error, 'ALREADY_CLOCKED_IN');
}

/** As high as the clock. The button opens before the clock is known: a code can be scanned in any case. */
function ClockSkeleton({ bare }: { bare: boolean }) {
  return (
    <Frame bare={bare} aria-label="Your clock" sx={bare ? {} : { p: { xs: 5, sm: 6 } }}>
      <Stack sx={{ gap: 5 }}>
        <Stack direction="row" sx={{ gap: 4, alignItems: 'center' }}>
          <Skeleton silent variant="circular" width={48} height={48} />
          <Skeleton width={200} height={24} />
        </Stack>
        <Stack direction="row" useFlexGap sx={{ gap: 3, flexWrap: 'wrap' }}>
          <Box sx={{ flex: largeStyle.flex }}>
            <Skeleton silent variant="rectangular" width="100%" height={largeStyle.minHeight} />
          </Box>
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<QrCodeScanner />}
            component={Link}
            to={paths.attendanceScan}
            sx={besideStyle}
          >
            Scan the code
          </Button>
        </Stack>
        <Skeleton silent width="60%" height={24} />
      </Stack>
    </Frame>
  );
}

/** On the server's clock, which may be ahead of the phone's. */
function elapsedSince(instant: string, skew: number): number {
  return Date.now() + skew - Date.parse(instant);
}
