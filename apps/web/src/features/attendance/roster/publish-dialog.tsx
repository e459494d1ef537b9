import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { conflictLabels, plural, type PublishRosterBody, type RosterBoard } from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { AppDialog } from '../../../ui/app-dialog';
import { Banner } from '../../../ui/feedback/banner';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { ResultLines } from '../../../screens/bulk/bulk-results';
import { api } from '../../../data/api';
import { keyOf, keyOfAll, queryOf, send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { ApiError } from '../../../lib/api-error';
import { formatCount, formatDay, formatDayCount, formatWeekday } from '../../../lib/format';
import { publishText } from '../roster.messages';
import { describe } from './day-detail';
import { factsOf, isEmployedOn, shownDays } from './roster-rows';

type PublishDialogProps = {
  /** A page of it: publishing changes the days of everyone. */
  board: RosterBoard;
  /** Names the changed days, where the board itself shows only one of them. */
  listsDays?: boolean;
  onClose: () => void;
};

const MAX_LINES = 100;

/** Publishes the days of the board from today on, after showing what would be published. */
export function PublishDialog({ board: shown, listsDays = shown.pages > 1, onClose }: PublishDialogProps) {
  const everyone = useQuery({ ...useWholeBoard(shown), enabled: shown.pages > 1 });
  const whole = shown.pages > 1 ? everyone.data : shown;
  const board = whole ?? shown;
  const facts = factsOf(board);
  const changes = (whole?.people ?? []).flatMap((row) =>
    shownDays(row, facts, undefined)
      .filter(({ day, isUnpublished }) => day >= board.today && isUnpublished)
      .map((shown) => ({ row, ...shown })),
  );
  const conflicts = changes.flatMap(({ row, conflicts: all }) =>
    all.map((conflict) => ({ ...conflict, name: row.person.name })),
  );
  // A draft of someone who isn't employed on the day isn't published.
  const published = changes.filter(({ row, day }) => isEmployedOn(row, day));
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
            disabled={!whole || forbidden.length > 0 || board.unpublished === 0}
            loading={publishing.isPending}
            onClick={() => publishing.mutate({ unpublishedDigest: board.unpublishedDigest ?? undefined })}
          >
            Publish
          </Button>
        </>
      }
    >
      {!whole && <NotLoaded query={everyone} what="the days of everyone" skeleton={160} />}
      <Typography>{publishText(formatDayCount(board.unpublished), formatDay(from), formatDay(board.to))}</Typography>
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
      <More count={conflicts.length - MAX_LINES} />
      {listsDays && published.length > 0 && (
        <>
          <ResultLines
            label="Changed days"
            lines={published.slice(0, MAX_LINES).map(({ row, day, value }) => ({
              _id: `${row.person._id} ${day}`,
              name: row.person.name,
              outcome: (
                <Typography variant="body2" color="textSecondary" className="tabular">
                  {formatWeekday(day)}, {formatDay(day)}: {describe(day, value, row, facts)}
                </Typography>
              ),
            }))}
          />
          <More count={published.length - MAX_LINES} />
        </>
      )}
    </AppDialog>
  );
}

/** The board with the people of all its pages, all as of the same drafts: these are what is decided on. */
function useWholeBoard({ laboratory, from, to }: RosterBoard) {
  const queryClient = useQueryClient();
  const days = { laboratoryId: laboratory._id, from, to };
  return {
    queryKey: [...keyOf(api.rosters.board), 'all', days],
    queryFn: async () => {
      const read = (page: number) =>
        queryClient.query({ ...queryOf(api.rosters.board, { query: { ...days, page } }), staleTime: 0 });
      const whole = await read(1);
      const people = [...whole.people];
      for (let page = 2; page <= whole.pages; page += 1) {
        const next = await read(page);
        if (next.unpublishedDigest !== whole.unpublishedDigest) {
          throw new ApiError(0, { message: 'The roster changed while it was loaded.' });
        }
        people.push(...next.people);
      }
      return { ...whole, people };
    },
  };
}

function More({ count }: { count: number }) {
  if (count <= 0) return null;
  return (
    <Typography variant="body2" color="textSecondary">
      And {formatCount(count)} more.
    </Typography>
  );
}
