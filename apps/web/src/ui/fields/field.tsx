import { styled } from '@mui/material/styles';
import { type ReactNode, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react';

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

/**
 * The value of a date or a time of which only a part has been typed. Browsers report it as blank, which would be sent
 * as none; no schema accepts this value.
 */
export const INCOMPLETE = 'incomplete';

type DateFieldProps = {
  /** Anything but `date` and `time` is passed through. */
  type: string | undefined;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** Of an input, or of what is around it. */
type InputEvent = SyntheticEvent<HTMLElement>;

/** The properties of an input whose value is `INCOMPLETE` while a part of its date or time is missing. */
export function useWholeDate({ type, value, error, onChange }: DateFieldProps) {
  const isIncomplete = value === INCOMPLETE;
  // A restored draft has lost the part that was typed.
  const [left, setLeft] = useState(isIncomplete);
  const typedIn = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Where the part that was typed is discarded, React finds the field as blank as it should be, and leaves the part.
    if (!isIncomplete && typedIn.current?.validity.badInput) typedIn.current.value = value;
  }, [isIncomplete, value]);
  if (type !== 'date' && type !== 'time') {
    return {
      error,
      input: { type, value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) },
    };
  }
  const read = (event: InputEvent) => {
    typedIn.current = event.target as HTMLInputElement;
    const { validity, value: typed } = typedIn.current;
    const next = validity.badInput ? INCOMPLETE : typed;
    if (next !== value) onChange(next);
  };
  return {
    error: isIncomplete && (left || error !== undefined) ? `Complete the ${type}.` : error,
    input: {
      type,
      value: isIncomplete ? '' : value,
      onChange: read,
      // A part that is typed into a blank field changes no value, so that no change is reported.
      onKeyUp: read,
      onFocus: () => setLeft(false),
      onBlur: (event: InputEvent) => {
        read(event);
        setLeft(true);
      },
    },
  };
}
