import Stack from '@mui/material/Stack';
import type { AttendanceRecord } from '@shifa/contract';
import { BackLink } from '../../../screens/back-link';
import { DetailPage, type DetailTab, type TabPage } from '../../../screens/detail/detail-page';
import { SectionCard } from '../../../ui/section-card';
import { HistoryCard } from '../../../screens/form/history-card';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { useUser } from '../../../data/use-session';
import { ownRecordActions } from '../mine/own-record.actions';
import { ApprovalChip, AttendanceStatusChip } from '../attendance-display';
import { attendanceActions } from '../attendance.actions';
import { describeRecordAction, recordHistoryFields } from '../attendance.fields';
import { attendanceResource } from '../attendance.resource';
import { ClockingEvidence, RecordDay, RecordFlags } from './record-evidence';

const tabs: readonly DetailTab<AttendanceRecord>[] = [
  {
    value: 'day',
    label: 'Day',
    content: (record) => (
      <Stack sx={{ gap: 4 }}>
        <RecordFlags record={record} />
        <SectionCard title="Time">
          <RecordDay record={record} />
        </SectionCard>
        <SectionCard title="Clock-ins and clock-outs">
          <ClockingEvidence record={record} />
        </SectionCard>
      </Stack>
    ),
  },
  { value: 'history', label: 'History', content: (record, page) => <RecordHistory record={record} {...page} /> },
];

/** What the approver can do, and what the person can. */
const recordActions: typeof attendanceActions = {
  resource: attendanceResource,
  definitions: { ...attendanceActions.definitions, ...ownRecordActions.definitions },
};

/** One day of one person: the times against the shift, the values with their reasons, the evidence and the history. */
export function RecordPage() {
  const own = useUser()._id;
  return (
    <DetailPage
      resource={attendanceResource}
      actions={recordActions}
      primaryAction={primaryActionOf}
      back={<BackLink to={paths.attendanceRecords}>Attendance records</BackLink>}
      facts={({ status, approvalStatus, userId, laboratoryId }) => (
        <>
          <AttendanceStatusChip status={status} />
          <ApprovalChip approval={approvalStatus} />
          <span>{userId._id === own ? 'You' : userId.employeeCode}</span>
          {userId.department !== null && <span>{userId.department}</span>}
          <span>{laboratoryId.name}</span>
        </>
      )}
      tabs={tabs}
    />
  );
}

/** What most people come for: the decision, or the times. */
function primaryActionOf({ approvalStatus, actions }: AttendanceRecord): string {
  if (approvalStatus === 'pending' && actions.approve) return 'approve';
  return actions.edit ? 'edit' : 'correct';
}

function RecordHistory({ record, ...page }: TabPage & { record: AttendanceRecord }) {
  const { _id, laboratoryId, workDate } = record;
  return (
    <HistoryCard
      thing="record"
      id={_id}
      route={api.attendance.history}
      fields={recordHistoryFields(laboratoryId.timezone, workDate)}
      describeAction={describeRecordAction}
      timeZone={laboratoryId.timezone}
      {...page}
    />
  );
}
