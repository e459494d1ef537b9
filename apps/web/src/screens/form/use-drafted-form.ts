import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { idempotencyKey } from '../../data/idempotency';
import { useKeptDraft, useStoredDraft } from './use-draft';

/**
 * Keeps the fields of a form that creates as a draft, like `useVersionedForm`, for a form that shows its own progress.
 * @param name of the draft: `notifications:new`
 * @param asked fields that are not restored, because the screen cannot show what they hold.
 */
export function useDraftedForm<Values extends FieldValues>(
  name: string,
  form: Pick<UseFormReturn<Values>, 'subscribe' | 'setValue' | 'reset'>,
  initial: Values,
  asked: readonly FieldPath<Values>[] = [],
) {
  const draft = useStoredDraft<Values>(name);
  const [restoredAt, setRestoredAt] = useState(draft.stored?.at);
  const [key, setKey] = useState(() => draft.stored?.key ?? idempotencyKey());
  useKeptDraft(form, draft, { base: initial, version: undefined, key });

  const restore = useEffectEvent(() => {
    const typed = draft.stored?.values ?? initial;
    for (const path of Object.keys(initial) as FieldPath<Values>[]) {
      if (!asked.includes(path) && typed[path] !== initial[path])
        form.setValue(path, typed[path], { shouldDirty: true });
    }
  });
  useEffect(() => restore(), []);

  return {
    /** The first request has the key of the draft: it may be the repetition of one whose answer was lost. */
    key,
    restoredAt,
    drop: draft.drop,
    /** For the next one. */
    startOver: () => {
      form.reset(initial);
      draft.drop();
      setRestoredAt(undefined);
      setKey(idempotencyKey());
    },
  };
}
