import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { Banner, useBackOnline } from '../../ui/feedback/banner';
import { ConfirmDialog, type Stoppable } from '../../ui/confirm-dialog';
import { DrawerBody, DrawerFoot, SideDrawer } from '../../ui/drawers/side-drawer';
import { ActionButton } from '../actions/permission-button';
import { useLeaveGuard } from '../../ui/drawers/use-leave-guard';

type FormDrawerProps = {
  open: boolean;
  title: string;
  /** The verb on the button: `Create laboratory`. */
  verb: string;
  /** Whether closing would lose something. */
  dirty: boolean;
  /** What went wrong beyond single fields. */
  error?: string;
  /** Why the form cannot be sent now; shown above the fields and at the buttons. */
  disabledReason?: string;
  /** What has to be chosen before the form can be sent; shown at the buttons only. */
  incomplete?: string | undefined;
  onSubmit: () => void;
  /** A second way to send the form, by Ctrl+Shift+Enter: `Save and enter another`. */
  also?: { verb: string; onSubmit: () => void };
  onClose: () => void;
  children: ReactNode;
} & Stoppable;

/** A form at the side of what it is about; the whole window on a phone. Ctrl+Enter sends it, closing it asks. */
export function FormDrawer(props: FormDrawerProps) {
  const { open, title, verb, dirty, pending = false, error, disabledReason, incomplete, children } = props;
  const { onSubmit, onStop, also, onClose } = props;
  const lockedReason = disabledReason ?? incomplete;
  const [asking, setAsking] = useState(false);
  const close = () => {
    if (pending) onStop?.();
    else if (dirty) setAsking(true);
    else onClose();
  };
  // Back does as Cancel: while the form is being sent, the answer would come to whatever is open then.
  useLeaveGuard(open && (dirty || pending), close);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!pending && lockedReason === undefined) onSubmit();
  };

  return (
    // It may take the place of a drawer that is shown while its content is fetched.
    <SideDrawer title={title} open={open} transitionDuration={0} onClose={close}>
      <Stack component="form" noValidate onSubmit={submit} sx={{ flex: 1, minHeight: 0 }}>
        <DrawerBody>
          {disabledReason !== undefined && <Banner tone="warning">{disabledReason}</Banner>}
          <FormFault error={error} />
          {children}
        </DrawerBody>
        <DrawerFoot twoLines={also !== undefined}>
          <ActionButton type="submit" data-decisive variant="contained" loading={pending} disabledReason={lockedReason}>
            {verb}
          </ActionButton>
          {also && (
            <ActionButton
              variant="outlined"
              color="inherit"
              disabled={pending}
              data-decisive
              data-send-key="shift+enter"
              disabledReason={lockedReason}
              onClick={also.onSubmit}
            >
              {also.verb}
            </ActionButton>
          )}
          <Button color="inherit" onClick={close}>
            Cancel
          </Button>
          <Box component="span" sx={hintStyle}>
            <kbd>Ctrl+Enter</kbd> {verb}
          </Box>
        </DrawerFoot>
      </Stack>
      <ConfirmDialog
        open={asking}
        title="Discard changes"
        verb="Discard"
        cancelLabel="Keep editing"
        destructive
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          onClose();
        }}
      >
        This discards your unsaved changes.
      </ConfirmDialog>
    </SideDrawer>
  );
}

/** Why a form wasn't saved; once the connection is back, that it can be sent again. */
export function FormFault({ error }: { error: string | undefined }) {
  const isBack = useBackOnline(error) !== undefined;
  if (!isBack) return error !== undefined && <Banner tone="error">{error}</Banner>;
  return (
    <Banner tone="info">
      You're back online. This may already have been saved. Send it again: it's saved only once.
    </Banner>
  );
}

const hintStyle = {
  display: { xs: 'none', sm: 'block' },
  ml: 'auto',
  minWidth: 0,
  textAlign: 'right',
  fontSize: '0.75rem',
  '& kbd': { fontFamily: 'inherit', fontWeight: 600, whiteSpace: 'nowrap' },
  color: 'text.secondary',
};
