import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { type BoardGroup, boardGroups } from '@shifa/contract';
import { formatCount } from '../../../lib/format';
import { boardGroupLabels } from './board-counts';

const Bar = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(104px, 1fr))',
  gap: 8,
  // Three in a line on every phone, fewer where text is enlarged.
  [theme.breakpoints.down('sm')]: {
    gridTemplateColumns: 'repeat(auto-fill, minmax(max(5.5rem, (100% - 16px) / 3), 1fr))',
    // Above what it consists of.
    '& > :first-of-type': { gridColumn: '1 / -1' },
  },
}));

const Count = styled(ButtonBase)(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  padding: '10px 14px',
  borderRadius: 12,
  textAlign: 'left',
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&[aria-pressed="true"]': {
    borderColor: theme.vars.palette.primary.main,
    boxShadow: `inset 0 0 0 1px ${theme.vars.palette.primary.main}`,
  },
  '& strong': { fontSize: '1.25rem', lineHeight: 1.4, fontVariantNumeric: 'tabular-nums' },
  '& span': { fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
}));

type BoardCountsProps = {
  counts: Record<BoardGroup, number>;
  chosen: BoardGroup | undefined;
  onChoose: (group: BoardGroup | undefined) => void;
};

/** How many people are where; a count narrows the list to the people it counts, and a second click shows all again. */
export function BoardCounts({ counts, chosen, onChoose }: BoardCountsProps) {
  return (
    <Bar role="group" aria-label="Show only">
      {boardGroups.map((group) => (
        <Count
          key={group}
          aria-pressed={group === chosen}
          onClick={() => onChoose(group === chosen ? undefined : group)}
        >
          <strong>{formatCount(counts[group])}</strong>
          <span>{boardGroupLabels[group]}</span>
        </Count>
      ))}
    </Bar>
  );
}
