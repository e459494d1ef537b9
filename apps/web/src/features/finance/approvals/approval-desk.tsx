import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Banner } from '../../../components/banner';
import { DecideBar } from '../decide/decide-bar';
import { transactionQueries } from '../transaction.queries';
import { DecisionDialog } from './decision-dialog';
import { EntryPane } from './entry-pane';
import { QueueList } from './queue-list';
import { type QueueProps, useDecisions } from './use-decisions';
import { useQueueKeys } from './use-queue-keys';

/** The queue beside the entry that is looked at, for a keyboard. */
export function ApprovalDesk({ rows, view, empty, onKeys }: QueueProps) {
  const decisions = useDecisions(rows, view);
  const { entries, currentId, note, chosen, undecided, decide, current, move } = decisions;
  useFetchedAhead(decisions.neighbour(1)?._id);

  const withCurrent = (deed: (entry: NonNullable<ReturnType<typeof current>>) => void) => () => {
    const entry = current();
    if (entry) deed(entry);
  };
  const next = { run: () => move(1), repeats: true } as const;
  const previous = { run: () => move(-1), repeats: true } as const;
  useQueueKeys({
    j: next,
    arrowdown: next,
    k: previous,
    arrowup: previous,
    a: { run: withCurrent(decisions.approve) },
    r: { run: withCurrent(decisions.reject) },
    x: { run: withCurrent(({ _id }) => chosen.toggle(_id)) },
    'shift+a': { run: () => decisions.decideChosen('approve') },
    '?': { run: onKeys },
  });

  return (
    <>
      {note !== undefined && (
        <Box sx={{ mb: 3 }}>
          <Banner tone="info">{note}</Banner>
        </Box>
      )}
      <DecideBar
        entries={chosen.entries}
        pending={decide.pending}
        onDeed={decisions.decideChosen}
        onClear={chosen.clear}
      />
      {entries.length === 0 && currentId === undefined ? (
        empty
      ) : (
        <Box sx={deskStyle}>
          <Stack sx={{ gap: 2, minWidth: 0 }}>
            {entries.length === 0 ? (
              <Typography color="textSecondary">Nothing else waits here.</Typography>
            ) : (
              <QueueList
                entries={entries}
                currentId={currentId}
                chosen={chosen}
                undecided={undecided}
                onShow={decisions.choose}
              />
            )}
          </Stack>
          {currentId !== undefined && (
            <EntryPane
              key={currentId}
              id={currentId}
              row={rows.find(({ _id }) => _id === currentId)}
              decide={decide}
              onApprove={decisions.approve}
              onReject={decisions.reject}
            />
          )}
        </Box>
      )}
      <DecisionDialog decisions={decisions} />
    </>
  );
}

/** The next entry is there before it is asked for. */
function useFetchedAhead(id: string | undefined): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (id === undefined) return;
    // Where it fails, the pane asks again and says why.
    queryClient.query(transactionQueries.detail(id)).catch(() => undefined);
  }, [queryClient, id]);
}

const deskStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(320px, 2fr) minmax(0, 3fr)',
  gap: 4,
  alignItems: 'start',
};
