import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { conflictLabels, plural, type PublishRosterBody, type RosterBoard, type RosterConflict } from '@shifa/contract';
import { AppDialog } from '../../../ui/app-dialog';
import { Banner } from '../../../ui/feedback/banner';
import { ResultLines } from '../../../screens/bulk/bulk-results';
import { api } from '../../../data/api';
import { keyOfAll, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { formatCount, formatDay, formatDayCount } from '../../../lib/format';

type PersonConflict = RosterConflict & { name: string };

type PublishDialogProps = {
  board: RosterBoard;
  /** Of the people on this page of the board. */
  conflicts: readonly PersonConflict[];
  onClose: () => void;
};

const MAX_LINES = 100;

/** Publishes the days of the board from today on, after showing what would be published. */
export function PublishDialog({ board, conflicts, onClose }: PublishDialogProps) {
  const forbidden = conflicts.filter(({ effect }) => effect === 'forbid');
  const warnings = conflicts.filter(({ effect }) => effect === 'warn');
  const from = board.from < board.today ? board.today : board.from;
  const publishing = useWrite({
    send: (seen: Pick<PublishRosterBody, 'unpublishedDigest'>, given) =>
      send(api.rosters.publish, { body: { laboratoryId: board.laboratory._id, from, to: board.to, ...seen } }, given),
    success: ({ changedDays }) => `${formatDayCount(changedDays)} published`,
    stale: () => [keyOfAll('rosters'), keyOfAll('attendance')],
    onSuccess: onClose,
  });
  return (
    <AppDialog
      title="Publish the roster"
      maxWidth="sm"
      onClose={publishing.isPending ? undefined : onClose}
      actions={
        <>
          <Button
            variant="outlined"
            color="inherit"
            autoFocus
            onClick={publishing.isPending ? publishing.stop : onClose}
          >
            Cancel
          </Button>
          <Button
            variant="contained"
            data-decisive
            disabled={forbidden.length > 0 || board.unpublished === 0}
            loading={publishing.isPending}
            onClick={() => publishing.mutate({ unpublishedDigest: board.unpublishedDigest ?? undefined })}
          >
            Publish
          </Button>
        </>
      }
    >
      <Typography>
        {formatDayCount(board.unpublished)} will change from {formatDay(from)} to {formatDay(board.to)}. Attendance
        follows the published roster, and everyone whose days change gets one message.
      </Typography>
      {forbidden.length > 0 && (
        <Banner tone="error">
          {plural(
            forbidden.length,
            '1 conflict prevents publishing.',
            `${formatCount(forbidden.length)} conflicts prevent publishing.`,
          )}{' '}
          Change these days first.
        </Banner>
      )}
      {forbidden.length === 0 && warnings.length > 0 && (
        <Banner tone="warning">
          {plural(warnings.length, '1 warning', `${formatCount(warnings.length)} warnings`)}. You can publish anyway.
        </Banner>
      )}
      {publishing.fault && <Banner tone="error">{publishing.fault}</Banner>}
      {conflicts.length > 0 && (
        <ResultLines
          label="Conflicts"
          lines={[...forbidden, ...warnings].slice(0, MAX_LINES).map(({ name, day, kind, effect, message }) => ({
            _id: `${name} ${day} ${kind}`,
            name: `${name}, ${formatDay(day)}`,
            ...(effect === 'forbid'
              ? { fault: `${conflictLabels[kind]}: ${message}` }
              : { outcome: <Typography variant="body2">{`${conflictLabels[kind]}: ${message}`}</Typography> }),
          }))}
        />
      )}
      {conflicts.length > MAX_LINES && (
        <Typography variant="body2" color="textSecondary">
          And {formatCount(conflicts.length - MAX_LINES)} more.
        </Typography>
      )}
    </AppDialog>
  );
}
