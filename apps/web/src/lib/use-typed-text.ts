import { useEffect, useEffectEvent, useState } from 'react';

/** Long enough to type the next letter. */
const PAUSE_MS = 300;

type TypedText = {
  typed: string;
  setTyped: (typed: string) => void;
  /** Sends the text if it differs from what was sent last. */
  commit: (text?: string) => void;
};

/**
 * The text of a box that is sent elsewhere, such as to the address. The text belongs to the person: values that this
 * box has sent come back late and never change it. Only a change from elsewhere does, such as the back button or
 * "Clear filters".
 */
export function useCommittedText(value: string, onChange: (value: string) => void): TypedText {
  const [typed, setTyped] = useState(value);
  const [known, setKnown] = useState(value);
  /** Sent, and not come back yet; the latest last. */
  const [sent, setSent] = useState<readonly string[]>([]);
  if (value !== known) {
    setKnown(value);
    const echo = sent.indexOf(value);
    // Values before the one that came back were overtaken by it.
    setSent(sent.slice(echo + 1));
    if (echo === -1) setTyped(value);
  }
  const commit = (text = typed.trim()) => {
    if (text === (sent.at(-1) ?? value)) return;
    setSent([...sent, text]);
    onChange(text);
  };
  return { typed, setTyped, commit };
}

/** The same, sent when the typing pauses. */
export function useTypedText(value: string, onChange: (value: string) => void): Omit<TypedText, 'commit'> {
  const { typed, setTyped, commit } = useCommittedText(value, onChange);
  const send = useEffectEvent(() => commit());
  useEffect(() => {
    const timer = setTimeout(() => send(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return { typed, setTyped };
}
