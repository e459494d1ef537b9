import Stack from '@mui/material/Stack';
import { Fragment, type ReactNode, useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { FormDrawer } from './form-drawer';
import { useFocusOnFault } from '../../ui/fields/use-focus-on-fault';
import { NewerVersion } from './newer-version';
import { Restored } from './restored';
import { useVersionedForm, type Versioned, type VersionedFormOptions } from './use-versioned-form';
import { VersionConflict } from './version-conflict';

export type VersionedFormProps<
  Values extends FieldValues,
  Body extends object,
  Stored extends Versioned,
  Saved extends { _id: string },
> = Omit<VersionedFormOptions<Values, Body, Stored, Saved>, 'onUnchanged'> & {
  title: string;
  /** The verb on the button: `Create laboratory`. */
  verb: string;
  /** Why the form cannot be sent now, by the version that it is based on. */
  disabledReason?: string | ((base: Stored | undefined) => string | undefined) | undefined;
  /** A second way to send the form, which then starts over with these values: `Save and enter another`. */
  also?: { verb: string; next: (values: Values) => Values } | undefined;
  /** Whether closing would lose something that is not a value of the form. */
  dirty?: boolean;
  /** What to confirm before a valid form on a stored document is sent, or nothing. */
  question?: ((stored: Stored, values: Values) => ReactNode) | undefined;
  /** Someone cancelled, or there was nothing to save. A form that was saved is closed by `onSaved`. */
  onClose: () => void;
  /** The controls. */
  children: (state: ReturnType<typeof useVersionedForm<Values, Body, Stored, Saved>>) => ReactNode;
};

/**
 * A form in a drawer, on a document that two people may change at once or on a new one. What is typed is kept as a
 * draft; what someone else saves meanwhile is offered or merged field by field; sending twice saves once.
 */
export function VersionedForm<
  Values extends FieldValues,
  Body extends object,
  Stored extends Versioned,
  Saved extends { _id: string },
>(props: VersionedFormProps<Values, Body, Stored, Saved>) {
  const { title, verb, disabledReason, also, dirty = false, question, onClose, children, ...options } = props;
  const state = useVersionedForm({ ...options, onUnchanged: onClose });
  const { base, form } = state;
  const fields = useFocusOnFault(state.attempts);
  // What was asked stays until the dialog has faded out.
  const [asked, setAsked] = useState<ReactNode>();
  const [asking, setAsking] = useState(false);
  const submit = async () => {
    const next = base && question?.(base, form.getValues());
    if (next && (await form.trigger())) {
      setAsked(next);
      setAsking(true);
    } else await state.submit();
  };
  return (
    <FormDrawer
      open
      title={title}
      verb={verb}
      also={also && { verb: also.verb, onSubmit: () => void state.submit(also.next) }}
      disabledReason={typeof disabledReason === 'function' ? disabledReason(base) : disabledReason}
      dirty={form.formState.isDirty || dirty}
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
            action={state.newerAction}
            loading={state.loadingNewer}
            onLoad={() => state.loadNewer()}
          />
        )}
        {state.conflict && <VersionConflict conflict={state.conflict} onDecide={state.decide} />}
        <Fragment key={state.round}>{children(state)}</Fragment>
      </Stack>
      <ConfirmDialog
        open={asking}
        title={verb}
        verb={verb}
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
