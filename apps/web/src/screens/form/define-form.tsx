import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { type FunctionComponent, type ReactNode, useState } from 'react';
import type { FieldPath, FieldValues, Resolver, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { isMissing } from '../../lib/api-error';
import type { Resource } from '../../data/resource';
import type { DescribedField } from './described-field';
import { changedFields } from './differences';
import { useVersionedForm, type Versioned } from './use-versioned-form';
import { VersionedDrawer } from './versioned-drawer';
import { LoadingDrawer } from '../../ui/drawers/loading-drawer';
import { NEW_DRAFT, useStoredDraft } from './use-draft';

type FormOptions<
  Values extends FieldValues,
  Input extends object,
  Create extends object,
  Update extends object,
  Stored,
  Saved,
> = {
  /** In the order of the form; conflicts print values by them. A function is called as a hook. */
  fields: Described<Values> | (() => Described<Values>);
  /** The values before anything is typed. Called as a hook. */
  blank: () => Values;
  valuesOf: (stored: Stored) => Values;
  /** The body of what was typed, before it is validated. */
  inputOf: (values: Values) => Input;
  /** What a person changed; by default the fields of the input that differ, each whole. */
  changesOf?: (base: Values, values: Values) => Partial<Input>;
  create: { body: z.ZodType<Create>; send: (body: Create, key: string, signal: AbortSignal) => Promise<Saved> };
  update: { body: z.ZodType<Update>; send: (id: string, body: Update, signal: AbortSignal) => Promise<Stored> };
  /** The controls. `stored` is the version that the form is based on; absent while creating. */
  Fields: FunctionComponent<{ form: UseFormReturn<Values, unknown, Create | Update>; stored: Stored | undefined }>;
  /** What to confirm before the changes are saved, or nothing. Called as a hook, which returns the question. */
  useQuestion?: () => (stored: Stored, values: Values) => ReactNode;
  /** Takes the place of the form once something was created, such as a password to hand over. */
  Created?: FunctionComponent<{ created: Saved; onShow: () => void; onClose: () => void }>;
};

type Described<Values extends FieldValues> = readonly DescribedField<FieldPath<Values>>[];

export type FormProps<Stored> = {
  /** Of the document to edit, whose newest version is fetched first. */
  id?: string;
  /** The document to edit, if it is at hand. Without either the form creates. */
  document?: Stored;
  onSaved?: (saved: Stored) => void;
  onClose: () => void;
};

/**
 * Declares the form that creates and edits documents of a kind, in a drawer. Rules come from the contract; a version
 * conflict, the notice of a newer version, the draft, the leave guard and the idempotency key come with it.
 */
export function defineForm<
  Item,
  Stored extends Versioned,
  Values extends FieldValues,
  Input extends object,
  Create extends object,
  Update extends object,
  Saved extends Stored = Stored,
>(
  resource: Resource<Item, Stored>,
  options: FormOptions<Values, Input, Create, Update, Stored, Saved>,
): FunctionComponent<FormProps<Stored>> {
  type Body = Create | Update;
  const { blank: useBlank, valuesOf, inputOf, create, update, Fields, Created } = options;
  const { useQuestion = () => () => undefined } = options;
  const { changesOf = (base, values) => changedFields(inputOf(base), inputOf(values)) } = options;
  const { noun } = resource;
  const useFields = typeof options.fields === 'function' ? options.fields : () => options.fields as Described<Values>;

  function resolverFor(base: Stored | undefined): Resolver<Values, unknown, Body> {
    const typed = z.custom<Values>();
    if (!base) return zodResolver(typed.transform((values): unknown => inputOf(values)).pipe(create.body));
    const stored = valuesOf(base);
    const changed = typed.transform((values): unknown => ({ ...changesOf(stored, values), version: base.version }));
    return zodResolver(changed.pipe(update.body));
  }

  function DocumentForm({ document, onSaved, onClose }: Omit<FormProps<Stored>, 'id'>) {
    const queryClient = useQueryClient();
    const { enqueueSnackbar } = useSnackbar();
    const [created, setCreated] = useState<Saved>();
    const blank = useBlank();
    const questionOf = useQuestion();
    const { data: change } = useQuery({
      ...resource.recentChange(document?._id ?? ''),
      enabled: document !== undefined,
    });
    const state = useVersionedForm<Values, Body, Stored, Stored>({
      document,
      schema: resource.schema,
      valuesOf: (stored) => (stored ? valuesOf(stored) : blank),
      resolverFor,
      fields: useFields(),
      send: (body, key, signal) =>
        document ? update.send(document._id, body as Update, signal) : create.send(body as Create, key, signal),
      draft: `${resource.name}:${document?._id ?? NEW_DRAFT}`,
      fetchNewest: (id) => queryClient.query({ ...resource.detail(id), staleTime: 0 }),
      change,
      onSaved: (saved) => {
        enqueueSnackbar(`${resource.nameOf(saved)} was ${document ? 'saved' : 'created'}`, { variant: 'success' });
        void resource.invalidate(queryClient, saved._id);
        if (!document && Created) {
          setCreated(saved as Saved);
          return;
        }
        onClose();
        onSaved?.(saved);
      },
      onUnchanged: onClose,
    });
    if (created && Created) return <Created created={created} onShow={() => onSaved?.(created)} onClose={onClose} />;
    return (
      <VersionedDrawer
        state={state}
        title={document ? `Edit ${noun}` : `New ${noun}`}
        verb={document ? 'Save changes' : `Create ${noun}`}
        newerAction={change && resource.describeChange(change)}
        question={() => state.base && questionOf(state.base, state.form.getValues())}
        onClose={onClose}
      >
        <Fields form={state.form} stored={state.base} />
      </VersionedDrawer>
    );
  }

  function NewestForm({ id, ...props }: FormProps<Stored> & { id: string }) {
    const query = useQuery({ ...resource.detail(id), staleTime: 0 });
    const draft = useStoredDraft(`${resource.name}:${id}`);
    // Later versions reach the open form as an offer; they must not take away what was typed.
    if (query.data && query.isFetchedAfterMount) return <DocumentForm {...props} document={query.data} />;
    const onClose = () => {
      // A draft of a document that is gone is of no further use.
      if (isMissing(query.error)) draft.drop();
      props.onClose();
    };
    return <LoadingDrawer title={`Edit ${noun}`} thing={noun} query={query} onClose={onClose} />;
  }

  return function ResourceForm({ id, ...props }: FormProps<Stored>) {
    return id === undefined ? <DocumentForm {...props} /> : <NewestForm {...props} id={id} />;
  };
}
