import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Backups as BackupsData, RunningBackup } from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ActionButton, useDeniedReason } from '../../screens/actions/permission-button';
import { Banner } from '../../ui/feedback/banner';
import { CopyButton } from '../../ui/copy-button';
import { EmptyState } from '../../ui/feedback/empty-state';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { Facts } from '../../ui/facts';
import { SectionCard } from '../../ui/section-card';
import { api } from '../../data/api';
import { send } from '../../data/queries';
import { useWrite } from '../../data/use-write';
import { formatBytes, formatCount, formatInstant, formatTimeOfDay } from '../../lib/format';
import { zoneLabel } from '../../lib/time-zone';
import { useNow } from '../../lib/use-now';
import { BackupList } from './backup-list';
import { restoreCommands, summaryOf } from './backup.messages';
import { backupsQuery } from './backups.resource';

/** For those who manage the whole network: whether it is backed up, what there is, and how to go back to it. */
export function Backups() {
  const { data, error, refetch } = useQuery(backupsQuery);
  if (!data) return <NotLoaded query={{ error, refetch }} what="the backups" skeleton={320} />;
  if (data.mode === 'external') return <ExternalBackups />;
  const newest = data.backups.find(({ result, isStored }) => result === 'ok' && isStored);
  return (
    <>
      <Schedule backups={data} />
      {(data.backups.length > 0 || !data.running) && (
        <SectionCard title="History">
          {data.backups.length === 0 ? (
            <EmptyState>No backups yet. Start the first one with “Back up now”.</EmptyState>
          ) : (
            <BackupList backups={data.backups} />
          )}
        </SectionCard>
      )}
      {newest && <Restore folder={`${data.folder ?? ''}/${newest.name}`} />}
    </>
  );
}

function ExternalBackups() {
  return (
    <SectionCard title="Backups">
      <Typography sx={{ maxWidth: '72ch' }}>
        This installation stores its data in a MongoDB server, which the product doesn't back up. The operator of that
        server backs it up with MongoDB's own tools, together with the secrets in the environment.
      </Typography>
    </SectionCard>
  );
}

function Schedule({ backups }: { backups: BackupsData }) {
  const { time, timezone, keep, folder, next, running } = backups;
  const queryClient = useQueryClient();
  const denied = useDeniedReason('settings.edit');
  const now = useNow(30_000);
  const start = useWrite({
    send: () => send(api.backups.create, { body: {} }),
    failure: "Couldn't start the backup",
    toastsFailure: true,
    onSuccess: async (started) => {
      // An answer that is on its way does not know of it.
      await queryClient.cancelQueries({ queryKey: backupsQuery.queryKey });
      queryClient.setQueryData(backupsQuery.queryKey, started);
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: backupsQuery.queryKey }),
  });
  const summary = summaryOf(backups, now);
  return (
    <SectionCard
      title="Backups"
      action={
        !running && (
          <ActionButton
            size="small"
            variant="outlined"
            color="inherit"
            disabledReason={denied}
            loading={start.isPending}
            onClick={() => start.mutate()}
          >
            Back up now
          </ActionButton>
        )
      }
    >
      <Stack sx={{ gap: 5 }}>
        {running ? <Progress running={running} /> : summary && <Banner tone={summary.tone}>{summary.text}</Banner>}
        <Facts
          facts={[
            {
              label: 'Schedule',
              value: time === null ? 'Off' : `Every day at ${formatTimeOfDay(time)}, ${zoneLabel(timezone)}`,
            },
            ...(next === null || running
              ? []
              : [{ label: 'Next backup', value: new Date(next) <= now ? 'In a few minutes' : formatInstant(next) }]),
            { label: 'Kept', value: `The newest ${keep ?? 0} automatic and ${keep ?? 0} requested` },
            { label: 'Folder on the server', value: <Folder path={folder ?? ''} />, wide: true },
          ]}
        />
        <Typography variant="body2" color="textSecondary" sx={{ maxWidth: '72ch' }}>
          The operator sets the time, the folder and the number with BACKUP_TIME, BACKUP_DIR and BACKUP_KEEP. Backups
          contain all data and secrets. Copy them to another machine.
        </Typography>
      </Stack>
    </SectionCard>
  );
}

function Folder({ path }: { path: string }) {
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: 1 }}>
      <Box component="code" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        {path}
      </Box>
      <CopyButton text={path} label="Copy the folder" />
    </Stack>
  );
}

function Progress({ running: { step, done, of } }: { running: RunningBackup }) {
  const isCounted = of > 0;
  const isCopying = step === 'copying';
  const amount = isCopying
    ? `${formatBytes(done)} of at most ${formatBytes(of)}`
    : `${formatCount(done)} of ${formatCount(Math.max(of, done))} documents`;
  return (
    <Box role="status" sx={{ maxWidth: 560 }}>
      <LinearProgress
        aria-label={isCopying ? 'Copying the data' : 'Checking the copy'}
        {...(isCounted && { variant: 'determinate', value: Math.min(100, (done / of) * 100) })}
      />
      <Typography variant="body2" color="textSecondary" className="tabular" sx={{ mt: 1 }}>
        {isCounted ? `${isCopying ? 'Copying' : 'Checking'}: ${amount}` : 'Starting…'}
      </Typography>
    </Box>
  );
}

function Restore({ folder }: { folder: string }) {
  const commands = restoreCommands(folder);
  return (
    <SectionCard title="Restore" action={<CopyButton text={commands} label="Copy the commands" />}>
      <Typography sx={{ mb: 3, maxWidth: '72ch' }}>
        Stop the product on the server, move the data folder (DATA_DIR) away, and start with a copy of a backup. To try
        a backup without that, run <code>npm run db:verify</code>.
      </Typography>
      <Box
        component="pre"
        sx={{
          m: 0,
          p: 3,
          borderRadius: 1,
          bgcolor: 'action.hover',
          fontSize: '0.8125rem',
          whiteSpace: 'pre-wrap',
          overflowWrap: 'anywhere',
        }}
      >
        {commands}
      </Box>
    </SectionCard>
  );
}
