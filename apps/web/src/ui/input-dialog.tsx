import Button from '@mui/material/Button';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import type { z } from 'zod';
import { AppDialog } from './app-dialog';
import { Banner } from './feedback/banner';
import { Field } from './fields/field';

type InputDialogProps = {
  title: string;
  /** Above the field. */
  children?: ReactNode;
  label: string;
  help?: string;
  value: string;
  onChange: (value: string) => void;
  /** What the value must be, with the messages of what is wrong with it. */
  schema: z.ZodType<string>;
  /** What the server says of the value. */
  refused?: string | undefined;
  /** What failed otherwise. */
  error?: string | undefined;
  verb: string;
  pending?: boolean;
  onSubmit: (checked: string) => void;
  onStop?: () => void;
  onCancel: () => void;
  fillsPhone?: boolean;
  input?: OutlinedInputProps['inputProps'];
};

/** Asks for one text. */
export function InputDialog(props: InputDialogProps) {
  const { title, children, label, help, value, onChange, schema, refused, error, verb, pending, input } = props;
  const { onSubmit, onStop, onCancel, fillsPhone } = props;
  const [fault, setFault] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const checked = schema.safeParse(value);
    setFault(checked.error?.issues[0]?.message);
    if (checked.success) onSubmit(checked.data);
  };
  const cancel = () => (pending && onStop ? onStop() : onCancel());
  return (
    <AppDialog
      fillsPhone={fillsPhone}
      title={title}
      onClose={cancel}
      pending={pending}
      onSubmit={submit}
      decision={
        <Button type="submit" variant="contained" loading={pending}>
          {verb}
        </Button>
      }
    >
      {children}
      {error !== undefined && <Banner tone="error">{error}</Banner>}
      <Field label={label} help={help} error={fault ?? refused}>
        {(control) => (
          <OutlinedInput
            {...control}
            value={value}
            autoFocus
            fullWidth
            inputProps={{ autoComplete: 'off', ...input }}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Field>
    </AppDialog>
  );
}
