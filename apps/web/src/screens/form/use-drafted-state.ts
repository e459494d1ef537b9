import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { drafts } from '../../data/drafts';
import { idempotencyKey } from '../../data/idempotency';
import { isSame, useStoredDraft } from './use-draft';

/**
 * The content of a form that is more than fields, such as chosen items with their quantities. It is kept as a draft,
 * like that of other forms. The version is that of the document that the content was typed for: with it, the server
 * refuses a draft of an earlier one.
 * @param form of the draft: `orders:new`
 */
export function useDraftedState<Content extends object>(form: string, initial: Content, version?: number) {
  const draft = useStoredDraft<Content>(form);
  const { pathname: path } = useLocation();
  const blank = { base: initial, values: initial, version, at: undefined };
  const [start, setStart] = useState(() => draft.stored ?? { ...blank, key: idempotencyKey() });
  const [content, setContent] = useState(start.values);
  const dirty = !isSame(content, start.base);

  const keep = useEffectEvent(() => {
    // What was restored keeps the time at which it was typed.
    if (!draft.name || content === start.values) return;
    if (dirty) drafts.write(draft.name, { ...start, values: content, path, at: new Date().toISOString() });
    else draft.drop();
  });
  useEffect(() => keep(), [content]);

  return {
    content,
    change: (changed: Partial<Content>) => setContent((before) => ({ ...before, ...changed })),
    dirty,
    version: start.version,
    /** Since when what is typed here is not saved, where it was restored. */
    restoredAt: start.at,
    /** The first request has the key of the draft: it may be the repetition of one whose answer was lost. */
    key: start.key,
    drop: draft.drop,
    /** Back to what is stored now. */
    discard: () => {
      draft.drop();
      setStart({ ...blank, key: idempotencyKey() });
      setContent(initial);
    },
  };
}
