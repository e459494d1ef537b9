import { type SyntheticEvent, useState } from 'react';

/**
 * The value of a date or a time of which only a part has been typed. Browsers report it as blank, which would be sent
 * as none; no schema accepts this value.
 */
export const INCOMPLETE = 'incomplete';

type DateField = {
  /** Anything but `date` and `time` is passed through. */
  type: string | undefined;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** Of an input, or of what is around it. */
type InputEvent = SyntheticEvent<HTMLElement>;

/** The properties of an input whose value is `INCOMPLETE` while a part of its date or time is missing. */
export function useWholeDate({ type, value, error, onChange }: DateField) {
  const isIncomplete = value === INCOMPLETE;
  // A restored draft has lost the part that was typed.
  const [left, setLeft] = useState(isIncomplete);
  if (type !== 'date' && type !== 'time') {
    return {
      error,
      input: { type, value, onChange: ({ target }: { target: { value: string } }) => onChange(target.value) },
    };
  }
  const read = (event: InputEvent) => {
    const { validity, value: typed } = event.target as HTMLInputElement;
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
