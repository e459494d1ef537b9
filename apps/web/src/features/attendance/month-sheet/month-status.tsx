import Check from '@mui/icons-material/CheckCircleOutlined';
import LockOpen from '@mui/icons-material/LockOpenOutlined';
import Lock from '@mui/icons-material/LockOutlined';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  monthFigureLabels,
  type MonthClosing,
  type MonthSheet,
  type PendingInMonth,
  pendingKindLabels,
  plural,
} from '@shifa/contract';
import { type ReactNode, useState } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { ActionButton } from '../../../screens/actions/permission-button';
import { ReasonDialog } from '../../../screens/actions/reason-dialog';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { useWrite } from '../../../data/use-write';
import { formatCount, formatDay, formatMonth, formatPeople } from '../../../lib/format';
import { withQuery } from '../../../lib/with-query';
import { ConfirmDialog } from '../../../ui/confirm-dialog';
import { Banner } from '../../../ui/feedback/banner';
import { RelativeTime } from '../../../ui/relative-time';
import { SectionCard } from '../../../ui/section-card';
import { StatusChip } from '../../../ui/status-chip';
import { monthKeys } from '../attendance.live';
import { formatFigure } from './sheet-lines';

/** Whether the month is closed, by whom, what keeps it from being closed, and what has changed since. */
export function MonthStatus({ sheet }: { sheet: MonthSheet }) {
  const { closing, actions, month, pending, drift, closings } = sheet;
  const [asking, setAsking] = useState<'close' | 'reopen'>();
  /** The digest of the figures that the question is about. */
  const [seen, setSeen] = useState(sheet.figuresDigest);
  const isOutdated = asking === 'close' && closing === null && seen !== sheet.figuresDigest;
  const reopened = closings.filter(({ status }) => status === 'reopened');
  return (
    <SectionCard
      title={formatMonth(month, 'long')}
      action={
        <Stack direction="row" className="not-printed" sx={{ gap: 2 }}>
          {actions.close && (
            <ActionButton
              variant="contained"
              startIcon={<Lock />}
              {...reasonOf(actions.close)}
              onClick={() => {
                setSeen(sheet.figuresDigest);
                setAsking('close');
              }}
            >
              Close month
            </ActionButton>
          )}
          {actions.reopen && (
            <ActionButton
              variant="outlined"
              color="inherit"
              startIcon={<LockOpen />}
              {...reasonOf(actions.reopen)}
              onClick={() => setAsking('reopen')}
            >
              Reopen month
            </ActionButton>
          )}
        </Stack>
      }
    >
      <Stack sx={{ gap: 3 }}>
        <Stack direction="row" useFlexGap sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
          {closing ? (
            <StatusChip tone="success" icon={<Check />} label="Closed" />
          ) : (
            <StatusChip tone="neutral" icon={<LockOpen />} label="Open" />
          )}
          <Typography color="textSecondary">
            {closing ? (
              <>
                By {closing.closedBy} <RelativeTime instant={closing.closedAt} />, with {formatPeople(closing.people)}.
                Only a super admin can change its days.
              </>
            ) : (
              'The figures follow attendance and leave until the month is closed.'
            )}
          </Typography>
        </Stack>
        {isOutdated && (
          <Banner tone="warning">The figures changed while this was open. Check them, then close the month.</Banner>
        )}
        {pending.total > 0 && <PendingItems pending={pending} isClosed={closing !== null} />}
        {drift.total > 0 && <Drift drift={drift} />}
        {reopened.length > 0 && <Reopened closings={reopened} />}
      </Stack>
      {asking === 'close' && !isOutdated && <CloseMonthDialog sheet={sheet} onClose={() => setAsking(undefined)} />}
      {asking === 'reopen' && closing && <ReopenMonthDialog closing={closing} onClose={() => setAsking(undefined)} />}
    </SectionCard>
  );
}

function reasonOf({ allowed, reason }: { allowed: boolean; reason?: string | undefined }) {
  return allowed || reason === undefined ? {} : { disabledReason: reason };
}

const FEW = 5;

/** The first few of what the server lists, and the others on request. */
function FewOf<Item>({
  items,
  total,
  label,
  show,
}: {
  items: readonly Item[];
  total: number;
  label: string;
  show: (item: Item, index: number) => ReactNode;
}) {
  const [isLong, setLong] = useState(false);
  const hidden = total - items.length;
  return (
    <div>
      <Stack component="ul" aria-label={label} sx={{ m: 0, pl: 5, gap: 1, maxHeight: 320, overflowY: 'auto' }}>
        {items.slice(0, isLong ? items.length : FEW).map(show)}
        {isLong && hidden > 0 && <li>{formatCount(hidden)} more</li>}
      </Stack>
      {!isLong && total > FEW && (
        <Button size="small" color="inherit" className="not-printed" onClick={() => setLong(true)}>
          Show all {formatCount(total)}
        </Button>
      )}
    </div>
  );
}

type PendingItemsProps = { pending: MonthSheet['pending']; isClosed: boolean };

function PendingItems({ pending: { total, items }, isClosed }: PendingItemsProps) {
  return (
    <Banner tone="warning">
      <Stack sx={{ gap: 2 }}>
        <span>
          {plural(total, '1 item is pending.', `${formatCount(total)} items are pending.`)}{' '}
          {isClosed
            ? plural(
                total,
                'It was entered after the month was closed.',
                'They were entered after the month was closed.',
              )
            : 'Decide on everything to close the month.'}
        </span>
        <FewOf
          items={items}
          total={total}
          label="Pending items"
          show={(item, index) => (
            <li key={item._id ?? index}>
              <PendingItem item={item} />
            </li>
          )}
        />
      </Stack>
    </Banner>
  );
}

function PendingItem({ item: { kind, _id, person, day } }: { item: PendingInMonth }) {
  if (kind === 'absences')
    return `${pendingKindLabels.absences}, from ${formatDay(day)} on. They're marked within minutes.`;
  if (kind === 'leave' && _id === null)
    return `${pendingKindLabels.leave}. You don't have access to leave: ask someone who decides on it.`;
  const to =
    kind === 'leave' || _id === null
      ? withQuery(paths.leaveReview, { item: _id ?? undefined })
      : paths.attendanceRecord(_id);
  return (
    <>
      <Link component={RouterLink} to={to} color="inherit">
        {person?.name ?? 'Unknown'}, {formatDay(day)}
      </Link>
      : {pendingKindLabels[kind]}
    </>
  );
}

function Drift({ drift: { total, items } }: { drift: MonthSheet['drift'] }) {
  return (
    <Banner tone="warning">
      <Stack sx={{ gap: 2 }}>
        <span>
          {plural(total, '1 figure has', `${formatCount(total)} figures have`)} changed since the month was closed.
          Exported files show the closing figures. To update them, reopen and close the month again.
        </span>
        <FewOf
          items={items}
          total={total}
          label="Changed figures"
          show={({ person, figure, closed, now }) => (
            <li key={`${person._id} ${figure}`}>
              {person.name}, {monthFigureLabels[figure].toLowerCase()}: {formatFigure(figure, closed)} →{' '}
              {formatFigure(figure, now)}
            </li>
          )}
        />
      </Stack>
    </Banner>
  );
}

function Reopened({ closings }: { closings: readonly MonthClosing[] }) {
  return (
    <div>
      <Typography variant="subtitle2" component="h3">
        Earlier closings
      </Typography>
      <Stack component="ul" sx={{ m: 0, pl: 5, gap: 1, color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {closings.map(({ _id, closedBy, closedAt, reopenedBy, reopenReason }) => (
          <li key={_id}>
            Closed by {closedBy} <RelativeTime instant={closedAt} />, reopened by {reopenedBy}: {reopenReason}
          </li>
        ))}
      </Stack>
    </div>
  );
}

function CloseMonthDialog({ sheet, onClose }: { sheet: MonthSheet; onClose: () => void }) {
  const { month, laboratory, lines, figuresDigest } = sheet;
  const unrecorded = lines.reduce((sum, { figures }) => sum + figures.unrecorded, 0);
  const body = { laboratoryId: laboratory._id, month, figuresDigest: figuresDigest ?? undefined };
  const close = useWrite({
    send: (_input: undefined, given) => send(api.monthSheets.close, { body }, given),
    success: `${formatMonth(month, 'long')} was closed`,
    failure: "Couldn't close the month",
    stale: monthKeys,
    onSuccess: onClose,
  });
  return (
    <ConfirmDialog
      open
      title={`Close ${formatMonth(month, 'long')}`}
      verb="Close month"
      pending={close.isPending}
      onStop={close.stop}
      {...(close.fault !== undefined && { error: close.fault })}
      onConfirm={() => close.mutate(undefined)}
      onCancel={onClose}
    >
      <Stack sx={{ gap: 2 }}>
        <span>
          The figures of {formatPeople(lines.length)} at {laboratory.name} are stored for payroll. From then on, only a
          super admin can change days of this month.
        </span>
        {unrecorded > 0 && (
          <Banner tone="warning">
            {plural(
              unrecorded,
              '1 day has no record and counts',
              `${formatFigure('unrecorded', unrecorded)} days have no record and count`,
            )}{' '}
            as loss of pay.
          </Banner>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

function ReopenMonthDialog({ closing, onClose }: { closing: MonthClosing; onClose: () => void }) {
  const { _id, month, version } = closing;
  const reopen = useWrite({
    send: (reason: string, { signal }) =>
      send(api.monthSheets.reopen, { params: { id: _id }, body: { reason, version } }, { signal }),
    success: `${formatMonth(month, 'long')} was reopened`,
    failure: "Couldn't reopen the month",
    stale: monthKeys,
    onSuccess: onClose,
  });
  return (
    <ReasonDialog
      title={`Reopen ${formatMonth(month, 'long')}`}
      verb="Reopen month"
      help="Visible to everyone who can see the month sheet."
      pending={reopen.isPending}
      onStop={reopen.stop}
      {...(reopen.fault !== undefined && { error: reopen.fault })}
      onSend={(reason) => reopen.mutate(reason)}
      onCancel={onClose}
    >
      Its days can be changed again. Data already sent to payroll doesn't change.
    </ReasonDialog>
  );
}
