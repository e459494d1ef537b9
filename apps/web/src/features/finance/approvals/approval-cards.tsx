import Box from '@mui/material/Box';
import { Banner } from '../../../components/banner';
import { DecisionDialog } from './decision-dialog';
import { QueueCards } from './queue-cards';
import { type QueueProps, useDecisions } from './use-decisions';

/** The queue as cards, for a phone. */
export function ApprovalCards({ rows, view, empty }: QueueProps) {
  const decisions = useDecisions(rows, view);
  const { entries, note, decide } = decisions;
  return (
    <>
      {note !== undefined && (
        <Box sx={{ mb: 3 }}>
          <Banner tone="info">{note}</Banner>
        </Box>
      )}
      {entries.length === 0 ? (
        empty
      ) : (
        <QueueCards entries={entries} decide={decide} onApprove={decisions.approve} onReject={decisions.reject} />
      )}
      <DecisionDialog decisions={decisions} />
    </>
  );
}
