import Stack from '@mui/material/Stack';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { FormDrawer } from './form-drawer';
import { useFocusOnFault } from '../../ui/fields/use-focus-on-fault';
import { NewerVersion } from './newer-version';
import { Restored } from './restored';
import type { useVersionedForm, Versioned } from './use-versioned-form';
import { VersionConflict } from './version-conflict';

type VersionedDrawerProps<Values extends FieldValues, Body extends object, Stored extends Versioned, Saved> = Pick<
  ComponentProps<typeof FormDrawer>,
  'title' | 'verb' | 'also' | 'disabledReason' | 'onClose'
> & {
  state: ReturnType<typeof useVersionedForm<Values, Body, Stored, Saved>>;
  /** What someone did to the document while the form is open. */
  newerAction?: string;
  /** What to confirm before a valid form is sent, or nothing. */
  question?: () => ReactNode;
  children: ReactNode;
};

/** A form on a document that two people may change at once: its fields, and above them what the other did. */
export function VersionedDrawer<Values extends FieldValues, Body extends object, Stored extends Versioned, Saved>({
  state,
  newerAction,
  question,
  children,
  onClose,
  ...drawer
}: VersionedDrawerProps<Values, Body, Stored, Saved>) {
  const fields = useFocusOnFault(state.attempts);
  // What was asked stays until the dialog has faded out.
  const [asked, setAsked] = useState<ReactNode>();
  const [asking, setAsking] = useState(false);
  const submit = async () => {
    const next = question?.();
    if (next && (await state.form.trigger())) {
      setAsked(next);
      setAsking(true);
    } else await state.submit();
  };
  return (
    <FormDrawer
      open
      {...drawer}
      dirty={state.form.formState.isDirty}
      pending={state.saving}
      error={state.fault}
      onSubmit={() => void submit()}
      onStop={state.stop}
      onClose={() => {
        state.discard();
        onClose();
      }}
    >
      <Stack ref={fields} sx={{ gap: 4 }}>
        {state.restoredAt !== undefined && <Restored at={state.restoredAt} onDiscard={state.discard} />}
        {state.newer && (
          <NewerVersion
            change={state.newer}
            action={newerAction}
            loading={state.loadingNewer}
            onLoad={() => state.loadNewer()}
          />
        )}
        {state.conflict && <VersionConflict conflict={state.conflict} onDecide={state.decide} />}
        {children}
      </Stack>
      <ConfirmDialog
        open={asking}
        title={drawer.verb}
        verb={drawer.verb}
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void state.submit();
        }}
      >
        {asked}
      </ConfirmDialog>
    </FormDrawer>
  );
}
