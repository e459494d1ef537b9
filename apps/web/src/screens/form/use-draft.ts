import { hashKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { useLocation } from 'react-router-dom';
import { type Draft, drafts } from '../../data/drafts';
import { useSession } from '../../data/use-session';

/** In the place of an id, in the name of a form that creates. */
export const NEW_DRAFT = 'new';

/** Whose drafts are kept; no one's while no one is signed in. */
function useOwner(): string | undefined {
  const session = useSession();
  return session.status === 'signed-in' ? session.user._id : undefined;
}

/** The documents of a kind whose form was left open on this page, by a reload or an expired session. */
export function useOpenDrafts(kind: string): readonly string[] {
  const owner = useOwner();
  const { pathname } = useLocation();
  const [open] = useState(() => (owner === undefined ? [] : drafts.openAt(owner, kind, pathname)));
  return open;
}

/** Reads the draft of a form once, and removes it. */
export function useStoredDraft<Values>(form: string | undefined) {
  const owner = useOwner();
  const name = owner === undefined || form === undefined ? undefined : { owner, form };
  const [stored] = useState(() => name && drafts.read<Values>(name));
  return { name, stored, drop: () => name && drafts.remove(name) };
}

type DraftOf<Values extends FieldValues> = Pick<Draft<Values>, 'base' | 'version' | 'key'>;

/** Keeps what is typed as a draft, and none where nothing differs from what the form was based on. */
export function useKeptDraft<Values extends FieldValues>(
  { subscribe }: Pick<UseFormReturn<Values>, 'subscribe'>,
  { name, drop }: Pick<ReturnType<typeof useStoredDraft<Values>>, 'name' | 'drop'>,
  about: DraftOf<Values>,
): void {
  const { pathname } = useLocation();
  const keep = useEffectEvent((values: Values) => {
    if (!name) return;
    if (isSame(values, about.base)) drop();
    else drafts.write(name, { ...about, values, path: pathname, at: new Date().toISOString() });
  });
  useEffect(() => subscribe({ formState: { values: true }, callback: ({ values }) => keep(values) }), [subscribe]);
}

/** Whether what is typed differs in nothing from what a form was based on. */
export function isSame(values: unknown, base: unknown): boolean {
  return hashKey([values]) === hashKey([base]);
}
