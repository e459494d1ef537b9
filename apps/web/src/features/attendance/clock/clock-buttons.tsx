import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Coffee from '@mui/icons-material/CoffeeOutlined';
import Login from '@mui/icons-material/LoginOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import QrCodeScanner from '@mui/icons-material/QrCodeScannerOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import type { ClockState } from '@shifa/contract';
import type { ReactElement } from 'react';
import { Link } from 'react-router-dom';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { ActionButton } from '../../../screens/actions/permission-button';
import { paths } from '../../../config/paths';
import type { ClockAction } from './use-clock';

const buttons: Record<ClockAction, { label: string; icon: ReactElement }> = {
  clockIn: { label: 'Clock in', icon: <Login /> },
  clockOut: { label: 'Clock out', icon: <Logout /> },
  startBreak: { label: 'Start break', icon: <Coffee /> },
  endBreak: { label: 'End break', icon: <Coffee /> },
};

type ClockButtonsProps = {
  /** Unknown while the server cannot be reached. */
  clock: ClockState | undefined;
  /** With what waits to be sent. */
  state: ClockState['state'] | undefined;
  /** A clocking waits on this device, or the server cannot be reached: what the server last offered says nothing. */
  offline: boolean;
  /** A code was scanned, and waits for the person to confirm. */
  withCode: boolean;
  /** What has just been done, in the place of the large button, so that a second tap does not undo it. */
  receipt: string | undefined;
  pending: ClockAction | undefined;
  disabledReason: string | undefined;
  onStart: (action: ClockAction) => void;
  onCancel: () => void;
};

/** One large button for what comes next, and what else can be done. */
export function ClockButtons(props: ClockButtonsProps) {
  const { clock, state, offline, withCode, receipt, pending, disabledReason, onStart, onCancel } = props;
  // A code has its own rules, which the server applies; without one, the clock says what can be done.
  const punches: ClockAction[] =
    pending === 'clockIn' || pending === 'clockOut'
      ? [pending]
      : state === undefined
        ? withCode || offline
          ? ['clockIn', 'clockOut']
          : []
        : state === 'out'
          ? ['clockIn']
          : ['clockOut'];
  const breaks: ClockAction[] = withCode || offline || state === 'out' ? [] : ['startBreak', 'endBreak'];
  const offered = (action: ClockAction) => clock?.actions[action] !== undefined || pending === action;
  const button = (action: ClockAction, large: boolean) => (
    <ActionButton
      key={action}
      variant={large ? 'contained' : 'outlined'}
      color={large ? 'primary' : 'inherit'}
      startIcon={buttons[action].icon}
      loadingPosition="start"
      // What comes in its place ignores the second half of a double tap.
      data-decisive={large || undefined}
      loading={pending === action}
      disabled={pending !== undefined && pending !== action}
      disabledReason={
        withCode ? undefined : (disabledReason ?? (offline ? undefined : disabledReasonOf(clock?.actions[action])))
      }
      onClick={() => onStart(action)}
      sx={large ? largeStyle : besideStyle}
    >
      {buttons[action].label}
    </ActionButton>
  );
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 3, flexWrap: 'wrap' }}>
      {receipt === undefined ? (
        punches.filter((action) => withCode || offline || offered(action)).map((action) => button(action, true))
      ) : (
        <Receipt>
          <CheckCircle />
          {receipt}
        </Receipt>
      )}
      {breaks.filter(offered).map((action) => button(action, false))}
      {withCode ? (
        <Button variant="outlined" color="inherit" disabled={pending !== undefined} onClick={onCancel} sx={besideStyle}>
          Cancel
        </Button>
      ) : (
        <Button
          variant="outlined"
          color="inherit"
          startIcon={<QrCodeScanner />}
          component={Link}
          to={paths.attendanceScan}
          sx={besideStyle}
        >
          Scan the code
        </Button>
      )}
    </Stack>
  );
}

export const besideStyle = { minHeight: 44, flex: { xs: '1 0 auto', sm: '0 0 auto' } };
export const largeStyle = {
  minHeight: 56,
  minWidth: 200,
  flex: { xs: '1 0 100%', sm: '0 0 auto' },
  fontSize: '1rem',
  fontWeight: 600,
};

/** As large as the button in whose place it stands. */
const Receipt = styled('div')(({ theme }) => ({
  boxSizing: 'border-box',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  minHeight: largeStyle.minHeight,
  minWidth: largeStyle.minWidth,
  padding: '0 16px',
  borderRadius: theme.shape.borderRadius,
  border: '1px solid currentColor',
  color: theme.vars.palette.success.main,
  fontSize: largeStyle.fontSize,
  fontWeight: largeStyle.fontWeight,
  [theme.breakpoints.down('sm')]: { flex: '1 0 100%' },
}));
