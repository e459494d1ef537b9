import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldPath, type FieldValues, type Resolver } from 'react-hook-form';
import { messageOf } from '../../lib/api-error';
import { idempotencyKey, isKeyReused } from '../../data/idempotency';
import type { Resource } from '../../data/resource';
import { useUser } from '../../data/use-session';
import { isUnanswered, useIsShown, useStoppable } from '../../data/use-stoppable';
import { placeServerFaults } from './server-faults';
import { useCheckedForm } from '../../ui/fields/use-checked-form';
import { NEW_DRAFT, useKeptDraft, useStoredDraft } from './use-draft';
import type { DescribedField } from './described-field';
import { type Difference, differencesOf } from './differences';
import { newerVersionIn } from './newer-version-in';

/** A document that two people may change at once. */
export type Versioned = { _id: string; version: number; updatedBy: string | null; updatedAt: string };

/** Someone else's version, which the form is now based on, and what the person may still decide. */
export type Conflict<Path extends string = string> = {
  by: string | null;
  at: string;
  /** What they did, if it was not an edit: `approved this entry`. */
  action?: string | undefined;
  differences: Difference<Path>[];
};

/** What a form has to know about the documents that it creates and edits. */
export type FormResource<Stored> = Pick<
  Resource<never, Stored>,
  'name' | 'schema' | 'detail' | 'recentChange' | 'describeChange' | 'invalidate'
>;

export type VersionedFormOptions<
  Values extends FieldValues,
  Body extends object,
  Stored extends Versioned,
  Saved extends { _id: string },
> = {
  resource: FormResource<Stored>;
  /** The document to edit; without one the form creates. */
  document?: Stored | undefined;
  /** The values before anything is typed, where there is no document. */
  blank: Values;
  /** What the form holds of a document; a form that only creates does not need it. */
  toValues?: (document: Stored) => Values;
  /** A new document is judged whole, a stored one by what was changed in it; that body also names its version. */
  resolverFor: (document: Stored | undefined) => Resolver<Values, unknown, Body>;
  /** In the order of the form; conflicts print values by them. */
  fields?: readonly DescribedField<FieldPath<Values>>[];
  /** `key` is the same however often one form is sent, until it starts over. */
  send: (body: Body, key: string, signal: AbortSignal) => Promise<Saved>;
  /** Under which name the input is kept, where it is not that of the document: `inventory-order:65f0…`. */
  draft?: string;
  /** What someone did to the document, if it was not an edit: `approved this entry`. */
  describeVersion?: (theirs: Stored, by: string | null) => string | undefined;
  /** What the toast says once it is saved; without it there is none. */
  success?: (saved: Saved) => string;
  /** `another` says that the form has started over for the next one. */
  onSaved: (saved: Saved, another: boolean) => void;
  /** Nothing was changed, so there is nothing to save. */
  onUnchanged: () => void;
};

/**
 * The state of a form that creates and edits a document: the contract's rules, the server's word on single fields, and
 * what happens when someone else saves first. Nothing that was typed is dropped without being asked.
 */
export function useVersionedForm<
  Values extends FieldValues,
  Body extends object,
  Stored extends Versioned,
  Saved extends { _id: string },
>(options: VersionedFormOptions<Values, Body, Stored, Saved>) {
  const { resource, document, blank, toValues, fields = [], success, onSaved, onUnchanged } = options;
  const queryClient = useQueryClient();
  const valuesOf = (stored: Stored | undefined) => (stored && toValues ? toValues(stored) : blank);
  const { data: change } = useQuery({
    ...resource.recentChange(document?._id ?? ''),
    enabled: document !== undefined,
  });
  const [base, setBase] = useState(document);
  const [conflict, setConflict] = useState<Conflict<FieldPath<Values>>>();
  const [fault, setFault] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  /** Whether the server may have saved what it never said that it had. */
  const [isLost, setLost] = useState(false);
  const viewer = useUser();
  const draft = useStoredDraft<Values>(options.draft ?? `${resource.name}:${document?._id ?? NEW_DRAFT}`);
  const [restoredAt, setRestoredAt] = useState(draft.stored?.at);
  const [key, setKey] = useState(() => draft.stored?.key ?? idempotencyKey());
  const sending = useRef(false);
  /** What to start over with once this one is saved. */
  const next = useRef<(values: Values) => Values>(undefined);
  /** Each further document gets new fields, the first of which takes the focus. */
  const [round, setRound] = useState(0);
  const stoppable = useStoppable();
  /** An answer that comes later isn't for the form that may be open then, nor for its draft. */
  const isShown = useIsShown();

  const form = useCheckedForm<Values, Body>({
    defaultValues: valuesOf(base) as DefaultValues<Values>,
    resolver: options.resolverFor(base),
    shouldFocusError: false,
  });

  const save = useMutation({
    mutationFn: async (body: Body) => {
      try {
        return await stoppable.run((signal) => options.send(body, key, signal));
      } catch (error) {
        const saved = savedBefore(error);
        if (saved) return saved;
        throw error;
      }
    },
    meta: { success },
    onSuccess: (saved) => {
      const another = next.current;
      const values = form.getValues();
      showAtOnce(saved);
      void resource.invalidate(queryClient, saved._id);
      if (!isShown.current) return;
      draft.drop();
      onSaved(saved, another !== undefined);
      if (another) startOver(another(values));
    },
    onError: (error) => {
      if (isUnanswered(error)) setLost(true);
      const newer = newerVersionIn(resource.schema, error);
      if (newer) rebaseOn(newer.document, newer.by, newer.at);
      else setFault(placeServerFaults(form, error));
      if (isKeyReused(error)) setKey(idempotencyKey());
      setRefusals((count) => count + 1);
    },
    onSettled: () => {
      sending.current = false;
    },
  });

  useKeptDraft(form, draft, { base: valuesOf(base), version: base?.version, key });
  const restore = useEffectEvent(() => {
    const { stored } = draft;
    if (!stored) return;
    if (base && base.version !== stored.version) {
      rebaseOn(base, base.updatedBy, base.updatedAt, stored.base, stored.values);
      return;
    }
    for (const path of Object.keys(stored.values) as FieldPath<Values>[]) {
      form.setValue(path, stored.values[path], { shouldDirty: true });
    }
  });
  useEffect(() => restore(), []);

  /** What the form saved by a request whose answer was lost: all that was typed, and nothing else since. */
  function savedBefore(error: unknown): Saved | undefined {
    const newer = newerVersionIn(resource.schema, error);
    if (!isLost || !base || newer?.by !== viewer.name || newer.document.version !== base.version + 1) return undefined;
    const differences = differencesOf(fields, valuesOf(base), valuesOf(newer.document), form.getValues());
    return fields.length > 0 && differences.length === 0 ? (newer.document as unknown as Saved) : undefined;
  }

  /** What was saved is shown as soon as it is said to be, and not only once it has been fetched again. */
  function showAtOnce(saved: Saved) {
    const { data } = resource.schema.safeParse(saved);
    if (!data) return;
    const { queryKey } = resource.detail(saved._id);
    queryClient.setQueryData<Stored>(queryKey, (shown) => (shown && shown.version > data.version ? shown : data));
  }

  /** Moves the form to another version and carries over what was typed. */
  function rebaseOn(
    theirs: Stored,
    by: string | null,
    at: string,
    from = valuesOf(base ?? theirs),
    typed = form.getValues(),
  ) {
    const differences = differencesOf(fields, from, valuesOf(theirs), typed);
    setBase(theirs);
    setLost(false);
    setFault(undefined);
    form.reset(valuesOf(theirs));
    for (const { path, yours, keep } of differences) {
      if (keep === 'yours') form.setValue(path, yours as never, { shouldDirty: true });
    }
    setConflict({ by, at, action: options.describeVersion?.(theirs, by), differences });
  }

  /** Takes their word or yours, for one field or for all. */
  function decide(keep: Difference['keep'], path?: string) {
    if (!conflict) return;
    const isMeant = (difference: Difference) => (path === undefined ? difference.isOpen : difference.path === path);
    for (const difference of conflict.differences.filter(isMeant)) {
      form.setValue(difference.path, difference[keep] as never, { shouldDirty: true });
    }
    const differences = conflict.differences.map((one) => (isMeant(one) ? { ...one, keep } : one));
    setConflict({ ...conflict, differences });
  }

  // The viewer's own version may be the one whose answer was lost: sending once more tells.
  const isOwn = isLost && change?.by?._id === viewer._id;
  const newer = base && change && change.version > base.version && !isOwn && !save.isPending ? change : undefined;
  const load = useMutation({
    mutationFn: (id: string) => queryClient.query({ ...resource.detail(id), staleTime: 0 }),
    onSuccess: (theirs) => rebaseOn(theirs, theirs.updatedBy, theirs.updatedAt),
    onError: (error) => setFault(messageOf(error)),
  });

  /** A second click comes before the first one shows; only one of them sends. */
  const submit = (another?: (values: Values) => Values) =>
    form.handleSubmit((body) => {
      if (sending.current) return;
      next.current = another;
      setFault(undefined);
      if (base && Object.keys(body).every((field) => field === 'version')) {
        draft.drop();
        onUnchanged();
        return;
      }
      sending.current = true;
      save.mutate(body);
    })();

  /** What was created is done with: the form is for another, with these values. */
  function startOver(values: Values) {
    form.reset(values);
    draft.drop();
    setKey(idempotencyKey());
    setFault(undefined);
    setRestoredAt(undefined);
    setRound((count) => count + 1);
  }

  /** Goes back to what is stored. */
  function discard() {
    form.reset(valuesOf(base));
    draft.drop();
    // What is typed next is sent as something else, and was not refused.
    setKey(idempotencyKey());
    setFault(undefined);
    setConflict(undefined);
    setRestoredAt(undefined);
  }

  return {
    form,
    /** The version that the form is based on; absent while creating. */
    base,
    submit,
    /** Sends once more in the same way, such as after a question. */
    submitAgain: () => submit(next.current),
    round,
    saving: save.isPending,
    /** Whether what was sent last may have been saved: what is fetched meanwhile may include it. */
    isUnanswered: isUnanswered(save.error),
    /** Gives up waiting for the server; what was typed stays. */
    stop: stoppable.stop,
    /** Since when what is typed here waits, where it was restored from a draft. */
    restoredAt,
    discard,
    /** What went wrong beyond single fields. */
    fault,
    /** How often saving was tried or refused so far; each time the first fault gets the focus. */
    attempts: form.formState.submitCount + refusals,
    conflict,
    decide,
    /** Someone saved since the form was opened; the socket reported it. */
    newer,
    loadNewer: () => base && load.mutate(base._id),
    /** What was done then, if it was not an edit. */
    newerAction: newer && resource.describeChange(newer),
    loadingNewer: load.isPending,
  };
}
