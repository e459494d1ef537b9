import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type AttendanceRecord, attendanceStatusLabels } from '@shifa/contract';
import { Actions } from '../../../screens/actions/actions';
import { ItemAction } from '../../../screens/actions/item-actions';
import { PermissionButton } from '../../../screens/actions/permission-button';
import { DrawerBody, DrawerFoot, SideDrawer } from '../../../ui/drawers/side-drawer';
import { formatDay, formatWeekday } from '../../../lib/format';
import { ApprovalChip, AttendanceStatusChip } from '../attendance-display';
import { ClockingEvidence, RecordDay, RecordFlags } from '../records/record-evidence';
import { ownRecordActions } from './own-record.actions';
import type { OwnDay } from './own-days';

type DayDrawerProps = { day: OwnDay; today: string; onCorrect: () => void; onClose: () => void };

/** A day of the person's own with everything that was recorded, and the way to have it corrected. */
export function DayDrawer({ day: { day, record, status, holiday }, today, onCorrect, onClose }: DayDrawerProps) {
  return (
    <SideDrawer title={`${formatWeekday(day)}, ${formatDay(day)}`} onClose={onClose}>
      {record ? (
        <RecordedDay record={record} />
      ) : (
        <DrawerBody>
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
        </DrawerBody>
      )}
    </SideDrawer>
  );
}

function RecordedDay({ record }: { record: AttendanceRecord }) {
  return (
    <Actions of={ownRecordActions}>
      <DrawerBody gap={5}>
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
          <AttendanceStatusChip status={record.status} />
          <ApprovalChip approval={record.approvalStatus} />
        </Stack>
        <RecordFlags record={record} />
        <RecordDay record={record} />
        <ClockingEvidence record={record} />
      </DrawerBody>
      <DrawerFoot>
        <ItemAction action="correct" item={record} variant="contained" />
        <ItemAction action="withdrawCorrection" item={record} variant="outlined" color="inherit" />
      </DrawerFoot>
    </Actions>
  );
}
