import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { RosterBoard } from '@shifa/contract';
import { messageOf } from '../../../lib/api-error';
import { formatDay, formatDayCount, joined } from '../../../lib/format';
import { LeaveQuestion } from '../../../ui/drawers/leave-question';
import { Banner } from '../../../ui/feedback/banner';
import { changedTooText } from '../roster.messages';
import type { useRosterSave } from './use-roster-save';

type SaveStateProps = {
  saving: ReturnType<typeof useRosterSave>;
  /** Absent while it isn't loaded: what was planned on another one may still have to be saved. */
  board: RosterBoard | undefined;
};

/**
 * Whether what was planned is saved; where another planner was faster, the choice between the two plans. Asks before
 * the page is left with something unsaved.
 */
export function SaveState(props: SaveStateProps) {
  return (
    <>
      <Box className="not-printed" sx={{ '&:empty': { display: 'none' } }}>
        <CurrentState {...props} />
      </Box>
      <LeaveQuestion
        active={props.saving.isUnsaved}
        title="Leave the roster"
        verb="Leave"
        cancelLabel="Stay"
        destructive
      >
        Your last changes aren't saved yet, and may be lost.
      </LeaveQuestion>
    </>
  );
}

function CurrentState({ saving, board }: SaveStateProps) {
  const { isUnsaved, isSaving, failure, retry, theirs, takeTheirs, keepMine } = saving;
  if (theirs.length > 0) {
    const names = new Map(board?.people.map(({ person }) => [person._id, person.name]));
    const days = theirs.slice(0, 5).map(({ userId, day }) => `${names.get(userId) ?? 'Someone'}, ${formatDay(day)}`);
    if (theirs.length > days.length) days.push(`${theirs.length - days.length} more`);
    const others = [...new Set(theirs.map(({ changedBy }) => changedBy ?? 'The system'))];
    return (
      <Banner
        tone="warning"
        action={
          <Stack direction="row" sx={{ gap: 1 }}>
            <Button size="small" color="inherit" onClick={keepMine}>
              Keep mine
            </Button>
            <Button size="small" color="inherit" onClick={takeTheirs}>
              Use theirs
            </Button>
          </Stack>
        }
      >
        {changedTooText(joined(others), theirs.length, days.join('; '))} Your changes are kept. Choose which plan to
        use.
      </Banner>
    );
  }
  if (failure) {
    return (
      <Banner
        tone="error"
        action={
          <Button size="small" color="inherit" onClick={retry}>
            Try again
          </Button>
        }
      >
        Your changes aren't saved yet. {messageOf(failure, "Couldn't save the roster.")}
      </Banner>
    );
  }
  if (!board?.canPlan) return null;
  return (
    <Typography variant="body2" color="textSecondary" role="status">
      {stateOf(isSaving || isUnsaved, board.unpublished)}
    </Typography>
  );
}

function stateOf(isSaving: boolean, unpublished: number): string {
  if (isSaving) return 'Saving…';
  return unpublished > 0
    ? `Saved as a draft. ${formatDayCount(unpublished)} not published yet.`
    : 'There are no unpublished changes.';
}
