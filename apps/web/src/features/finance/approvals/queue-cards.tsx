import Card from '@mui/material/Card';
import CardActionArea from '@mui/material/CardActionArea';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type TransactionListItem, transactionFlagLabels } from '@shifa/contract';
import { RelativeTime } from '../../../components/relative-time';
import { DecideButtons } from '../decide/decide-buttons';
import { RefusalBanner } from '../decide/refusal-banner';
import type { Decide } from '../decide/use-decide';
import { TransactionCard } from '../list/transaction-card';
import { useOpenedEntry } from '../use-opened-entry';
import { queueRowId } from './queue-focus';

type QueueCardsProps = {
  entries: readonly TransactionListItem[];
  decide: Decide;
  onApprove: (entry: TransactionListItem) => void;
  onReject: (entry: TransactionListItem) => void;
};

/** The queue on a phone: a card opens the whole entry, and carries both decisions within the thumb's reach. */
export function QueueCards({ entries, decide, onApprove, onReject }: QueueCardsProps) {
  const { show } = useOpenedEntry();
  return (
    <Stack component="ul" aria-label="Entries that wait" sx={{ gap: 3, m: 0, p: 0, listStyle: 'none' }}>
      {entries.map((entry) => {
        const inHand = decide.entryId === entry._id;
        return (
          <Card key={entry._id} component="li">
            <CardActionArea id={queueRowId(entry._id)} onClick={() => show(entry)} sx={{ p: 4 }}>
              <TransactionCard entry={entry} />
              <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
                Entered by {entry.createdBy.name}, <RelativeTime instant={entry.createdAt} />
                {entry.flags.map((flag) => ` · ${transactionFlagLabels[flag]}`)}
                {entry.approvalsGiven > 0 && ` · ${entry.approvalsGiven} of ${entry.approvalsNeeded} approvals given`}
              </Typography>
            </CardActionArea>
            <Stack sx={{ gap: 3, p: 4, pt: 0 }}>
              {inHand && decide.refusal && <RefusalBanner refusal={decide.refusal} />}
              <Stack direction="row" sx={{ gap: 2 }}>
                <DecideButtons
                  fullWidth
                  size="large"
                  entry={entry}
                  pending={inHand && decide.pending}
                  onApprove={() => onApprove(entry)}
                  onReject={() => onReject(entry)}
                />
              </Stack>
            </Stack>
          </Card>
        );
      })}
    </Stack>
  );
}
