import Close from '@mui/icons-material/CloseOutlined';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type AttendanceRecord, attendanceStatusLabels } from '@shifa/contract';
import { useId } from 'react';
import { Actions } from '../../../screens/actions/actions';
import { ItemAction } from '../../../screens/actions/item-actions';
import { PermissionButton } from '../../../screens/actions/permission-button';
import { formatDay, formatWeekday } from '../../../lib/format';
import { ApprovalChip, AttendanceStatusChip } from '../attendance-display';
import { ClockingEvidence, RecordDay, RecordFlags } from '../records/record-evidence';
import { ownRecordActions } from './own-record.actions';
import type { OwnDay } from './own-days';

type DayDrawerProps = { day: OwnDay; today: string; onCorrect: () => void; onClose: () => void };

/** A day of the person's own with everything that was recorded, and the way to have it corrected. */
export function DayDrawer({ day: { day, record, status, holiday }, today, onCorrect, onClose }: DayDrawerProps) {
  const id = useId();
  return (
    <Drawer anchor="right" open onClose={onClose} slotProps={{ paper: { role: 'dialog', 'aria-labelledby': id } }}>
      <Stack direction="row" sx={headStyle}>
        <Typography id={id} variant="h2">
          {formatWeekday(day)}, {formatDay(day)}
        </Typography>
        <IconButton aria-label="Close" onClick={onClose} edge="end">
          <Close />
        </IconButton>
      </Stack>
      {record ? (
        <RecordedDay record={record} />
      ) : (
        <Stack sx={{ flex: 1, gap: 4, px: { xs: 4, sm: 6 }, py: 5 }}>
          {status !== undefined && (
            <div>
              <AttendanceStatusChip status={status} />
            </div>
          )}
          <Typography color="textSecondary">
            {holiday ??
              (status === undefined ? 'Nothing is recorded on this day.' : `${attendanceStatusLabels[status]}.`)}
          </Typography>
          {day <= today && (
            <div>
              <PermissionButton permission="attendance.clock" variant="outlined" color="inherit" onClick={onCorrect}>
                Request a correction
              </PermissionButton>
            </div>
          )}
        </Stack>
      )}
    </Drawer>
  );
}

function RecordedDay({ record }: { record: AttendanceRecord }) {
  return (
    <Actions of={ownRecordActions}>
      <Stack sx={{ flex: 1, overflowY: 'auto', gap: 5, px: { xs: 4, sm: 6 }, py: 5 }}>
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
          <AttendanceStatusChip status={record.status} />
          <ApprovalChip approval={record.approvalStatus} />
        </Stack>
        <RecordFlags record={record} />
        <RecordDay record={record} />
        <ClockingEvidence record={record} />
      </Stack>
      <Stack direction="row" sx={footStyle}>
        <ItemAction action="correct" item={record} variant="contained" />
        <ItemAction action="withdrawCorrection" item={record} variant="outlined" color="inherit" />
      </Stack>
    </Actions>
  );
}

const headStyle = {
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 56,
  px: { xs: 4, sm: 6 },
  borderBottom: 1,
  borderColor: 'divider',
};

const footStyle = {
  gap: 2,
  px: { xs: 4, sm: 6 },
  py: 3,
  borderTop: 1,
  borderColor: 'divider',
  '&:empty': { display: 'none' },
};
