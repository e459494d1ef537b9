import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';

/** What a control needs to belong to its label and its words below. */
export type FieldControl = { id: string; error: boolean; 'aria-describedby': string | undefined };

export type FieldProps = {
  label: string;
  /** Optional fields are marked, required ones are not. */
  optional?: boolean;
  help?: ReactNode;
  /** Takes the place of the help. */
  error?: string;
};

const Label = styled('label')({ display: 'block', marginBottom: 6, fontSize: '0.8125rem', fontWeight: 500 });

const Optional = styled('span')(({ theme }) => ({ color: theme.vars.palette.text.secondary, fontWeight: 400 }));

const Words = styled('div')(({ theme }) => ({
  marginTop: 6,
  fontSize: '0.75rem',
  lineHeight: 1.5,
  color: theme.vars.palette.text.secondary,
  '&[data-error]': { color: theme.vars.palette.error.main },
}));

/** A control with its label above and its help, or what is wrong, below. */
export function Field({
  label,
  optional,
  help,
  error,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const words = error ?? help;
  return (
    <div>
      <Label id={`${id}-label`} htmlFor={id}>
        {label}
        {optional && <Optional> (optional)</Optional>}
      </Label>
      {children({ id, error: error !== undefined, 'aria-describedby': words ? `${id}-words` : undefined })}
      {words && (
        <Words id={`${id}-words`} data-error={error === undefined ? undefined : ''}>
          {words}
        </Words>
      )}
    </div>
  );
}
