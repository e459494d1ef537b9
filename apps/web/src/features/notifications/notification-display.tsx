import AccessTime from '@mui/icons-material/AccessTimeOutlined';
import Alarm from '@mui/icons-material/AlarmOutlined';
import Campaign from '@mui/icons-material/CampaignOutlined';
import EventAvailable from '@mui/icons-material/EventAvailableOutlined';
import EventBusy from '@mui/icons-material/EventBusyOutlined';
import EventNote from '@mui/icons-material/EventNoteOutlined';
import MoreTime from '@mui/icons-material/MoreTimeOutlined';
import Notifications from '@mui/icons-material/NotificationsOutlined';
import PersonOff from '@mui/icons-material/PersonOffOutlined';
import PriorityHigh from '@mui/icons-material/PriorityHighOutlined';
import Remove from '@mui/icons-material/RemoveOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import SouthEast from '@mui/icons-material/ArrowDownwardOutlined';
import NorthEast from '@mui/icons-material/ArrowUpwardOutlined';
import Warning from '@mui/icons-material/WarningAmberOutlined';
import { styled } from '@mui/material/styles';
import type { NotificationPriority, NotificationType } from '@shifa/contract';
import type { ReactElement } from 'react';
import { StatusChip } from '../../ui/status-chip';
import { tint, type Tone } from '../../ui/tint';

type Look = { icon: ReactElement; tone: Tone };

const looks: Partial<Record<NotificationType, Look>> = {
  late_arrival: { icon: <AccessTime />, tone: 'warning' },
  absent: { icon: <PersonOff />, tone: 'error' },
  overtime: { icon: <MoreTime />, tone: 'accent' },
  announcement: { icon: <Campaign />, tone: 'primary' },
  warning: { icon: <Warning />, tone: 'warning' },
  reminder: { icon: <Alarm />, tone: 'info' },
  leave_request: { icon: <EventNote />, tone: 'info' },
  leave_approved: { icon: <EventAvailable />, tone: 'success' },
  leave_rejected: { icon: <EventBusy />, tone: 'error' },
  system: { icon: <Settings />, tone: 'accent' },
};
const otherLook: Look = { icon: <Notifications />, tone: 'primary' };

/** What a notification is about, at a glance. */
export function TypeIcon({ type }: { type: NotificationType }) {
  const { icon, tone } = looks[type] ?? otherLook;
  return (
    <Disc tone={tone} data-type={type} aria-hidden>
      {icon}
    </Disc>
  );
}

const Disc = styled('span')<{ tone: Tone }>(({ theme, tone }) => ({
  flexShrink: 0,
  display: 'grid',
  placeItems: 'center',
  width: 36,
  height: 36,
  borderRadius: '50%',
  color: theme.vars.palette[tone].main,
  backgroundColor: tint(theme, tone),
  '& svg': { fontSize: 20 },
}));

const priorities: Record<string, { label: string; icon: ReactElement; tone: Tone | 'neutral' }> = {
  urgent: { label: 'Urgent', icon: <PriorityHigh />, tone: 'error' },
  high: { label: 'High', icon: <NorthEast />, tone: 'warning' },
  medium: { label: 'Medium', icon: <Remove />, tone: 'info' },
  low: { label: 'Low', icon: <SouthEast />, tone: 'neutral' },
};

export function PriorityChip({ priority }: { priority: NotificationPriority }) {
  const { label, icon, tone } = priorities[priority] ?? { label: priority, icon: <Remove />, tone: 'neutral' };
  return <StatusChip tone={tone} icon={icon} label={label} />;
}
