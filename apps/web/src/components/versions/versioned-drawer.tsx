import Stack from '@mui/material/Stack';
import type { ComponentProps, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import { FormDrawer } from '../form/form-drawer';
import { useFocusOnFault } from '../form/use-focus-on-fault';
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
  children: ReactNode;
};

/** A form on a document that two people may change at once: its fields, and above them what the other did. */
export function VersionedDrawer<Values extends FieldValues, Body extends object, Stored extends Versioned, Saved>({
  state,
  newerAction,
  children,
  onClose,
  ...drawer
}: VersionedDrawerProps<Values, Body, Stored, Saved>) {
  const fields = useFocusOnFault(state.attempts);
  return (
    <FormDrawer
      open
      {...drawer}
      dirty={state.form.formState.isDirty}
      pending={state.saving}
      error={state.fault}
      onSubmit={() => void state.submit()}
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
    </FormDrawer>
  );
}
