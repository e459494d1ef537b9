import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import type { TransactionListItem } from '@shifa/contract';
import { SelectionBar } from '../../../components/data-grid/selection-bar';
import { PermissionButton } from '../../../components/permission-button';
import { formatCount } from '../../../lib/format';
import { sumWords } from './decision-words';
import { type BulkDeed, MOST_AT_ONCE } from './use-bulk-decide';

type DecideBarProps = {
  /** Those that are chosen. */
  entries: readonly TransactionListItem[];
  pending: boolean;
  onDeed: (deed: BulkDeed) => void;
  onClear: () => void;
};

/** How many entries are chosen, what they come to, and approve and reject for all of them. */
export function DecideBar({ entries, pending, onDeed, onClear }: DecideBarProps) {
  return (
    <SelectionBar
      count={entries.length}
      label={`${formatCount(entries.length)} selected: ${sumWords(entries)}`}
      onClear={onClear}
    >
      {deeds.map(({ deed, label, icon }) => (
        <PermissionButton
          key={deed}
          permission="transactions.approve"
          disabledReason={lockOf(deed, entries)}
          size="small"
          variant="outlined"
          color="inherit"
          startIcon={icon}
          disabled={pending}
          onClick={() => onDeed(deed)}
        >
          {label}
        </PermissionButton>
      ))}
    </SelectionBar>
  );
}

const deeds = [
  { deed: 'approve', label: 'Approve', icon: <Check /> },
  { deed: 'reject', label: 'Reject', icon: <Close /> },
] as const;

/** Why none of them can be decided now; `undefined` where at least one can. */
export function lockOf(deed: BulkDeed, entries: readonly TransactionListItem[]): string | undefined {
  if (entries.length > MOST_AT_ONCE) return `At most ${MOST_AT_ONCE} entries at once`;
  if (entries.some(({ actions }) => actions[deed]?.allowed)) return undefined;
  const reasons = new Set(entries.map(({ actions }) => actions[deed]?.reason));
  const [only] = reasons;
  return (reasons.size === 1 ? only : undefined) ?? 'None of these can be decided by you';
}
