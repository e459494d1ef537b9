import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { BoardPerson, DayBoard } from '@shifa/contract';
import { Link } from 'react-router-dom';
import { Dash } from '../../../ui/dash';
import { paths } from '../../../config/paths';
import { formatHours, formatMinutes } from '../../../lib/format';
import { ApprovalChip, ClockTime, PresenceChip } from '../attendance-display';

type BoardDay = Pick<DayBoard, 'day' | 'timezone'>;
type BoardListProps = { board: BoardDay; people: readonly BoardPerson[]; label?: string };

/** The people of a board; a row leads to the record of the day. On a phone each is a card. */
export function BoardList({ board, people, label = 'People' }: BoardListProps) {
  return (
    <Box sx={listStyle}>
      <Box className="head" aria-hidden>
        <span>Person</span>
        <span>Presence</span>
        <span>Shift</span>
        <span>In</span>
        <span>Out</span>
        <span>Late</span>
        <span>Worked</span>
      </Box>
      <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
        {people.map((each) => (
          <li key={each.person._id}>
            <Row {...each} board={board} />
          </li>
        ))}
      </Box>
    </Box>
  );
}

function Row({ person, presence, shift, record, board }: BoardPerson & { board: BoardDay }) {
  const { timezone, day } = board;
  const content = (
    <>
      <Box className="person">
        <Typography component="span" sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {person.name}
        </Typography>
        <Typography component="span" variant="caption" color="textSecondary">
          {[person.employeeCode, person.department].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <Box className="presence">
        <PresenceChip status={presence} />
        {record && <ApprovalChip approval={record.approvalStatus} />}
      </Box>
      <span className="shift">{shift ? formatHours(shift) : <Dash label="No shift" />}</span>
      <span className="time" data-label="In">
        <ClockTime instant={record?.clockIn?.at} timezone={timezone} workDate={day} />
      </span>
      <span className="time" data-label="Out">
        <ClockTime instant={record?.clockOut?.at} timezone={timezone} workDate={day} />
      </span>
      <span className="time" data-label="Late">
        {record && record.lateMinutes > 0 ? (
          <Box component="strong" sx={{ color: 'warning.main' }}>
            {formatMinutes(record.lateMinutes)}
          </Box>
        ) : (
          <Dash label="Not late" />
        )}
      </span>
      <span className="time" data-label="Worked">
        {record && record.workedMinutes > 0 ? formatMinutes(record.workedMinutes) : <Dash label="Nothing yet" />}
      </span>
    </>
  );
  return record ? (
    <ButtonBase component={Link} to={paths.attendanceRecord(record._id)} className="row">
      {content}
    </ButtonBase>
  ) : (
    <div className="row">{content}</div>
  );
}

const columns = 'minmax(160px, 2fr) minmax(132px, 1fr) minmax(170px, 1.2fr) repeat(4, minmax(76px, 0.6fr))';

const listStyle = (theme: Theme) => {
  const { palette } = theme.vars;
  return {
    border: `1px solid ${palette.divider}`,
    borderRadius: '12px',
    overflow: 'clip',
    backgroundColor: palette.background.paper,
    fontSize: '0.8125rem',
    '& .head, & .row': {
      display: 'grid',
      gridTemplateColumns: columns,
      gap: '4px 12px',
      alignItems: 'center',
      width: '100%',
      padding: '6px 16px',
      textAlign: 'left',
      boxSizing: 'border-box',
    },
    '& .head': { color: palette.text.secondary, fontWeight: 500, minHeight: 40 },
    '& li': { borderTop: `1px solid ${palette.divider}` },
    '& .row': { minHeight: 48, font: 'inherit', color: 'inherit' },
    '& a.row:hover': { backgroundColor: palette.action.hover },
    '& a.row.Mui-focusVisible': { outlineOffset: -2 },
    '& .person': { display: 'grid', minWidth: 0 },
    '& .presence': { display: 'flex', flexWrap: 'wrap', gap: '4px' },
    '& .time': { fontVariantNumeric: 'tabular-nums' },
    [theme.breakpoints.down('md')]: {
      '& .head': { display: 'none' },
      '& li:first-of-type': { borderTop: 0 },
      '& .row': {
        // Four times in a line, fewer where text is enlarged.
        gridTemplateColumns: 'repeat(auto-fill, minmax(max(3.4rem, (100% - 36px) / 4), 1fr))',
        padding: '12px 16px',
        gap: '8px 12px',
        alignItems: 'start',
      },
      '& .person, & .presence': { gridColumn: 'span 2' },
      '& .presence': { justifyContent: 'flex-end' },
      '& .shift': { display: 'none' },
      '& .time': { display: 'grid' },
      '& .time::before': { content: 'attr(data-label)', fontSize: '0.75rem', color: palette.text.secondary },
    },
  } as const;
};
