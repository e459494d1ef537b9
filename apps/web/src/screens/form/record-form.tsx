import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { FieldValues, Resolver } from 'react-hook-form';
import { z } from 'zod';
import { isMissing } from '../../lib/api-error';
import type { Resource } from '../../data/resource';
import { changedFields } from './differences';
import type { FormResource, Versioned } from './use-versioned-form';
import { VersionedForm, type VersionedFormProps } from './versioned-form';
import { LoadingDrawer } from '../../ui/drawers/loading-drawer';
import { useStoredDraft } from './use-draft';

export type FormProps<Stored> = {
  /** Of the document to edit, whose newest version is fetched first. */
  id?: string;
  /** The document to edit, if it is at hand. Without either the form creates. */
  document?: Stored;
  onSaved?: (saved: Stored) => void;
  onClose: () => void;
};

type RecordFormProps<
  Values extends FieldValues,
  Input extends object,
  Create extends object,
  Update extends object,
  Stored extends Versioned,
  Saved extends Stored,
> = FormProps<Stored> &
  Pick<VersionedFormProps<Values, Create | Update, Stored, Saved>, 'blank' | 'fields' | 'question' | 'children'> & {
    resource: FormResource<Stored> & Pick<Resource<never, Stored>, 'noun' | 'nameOf'>;
    toValues: (stored: Stored) => Values;
    /** The body of what was typed, before it is validated. */
    toBody: (values: Values) => Input;
    /** What a person changed; by default the fields of the body that differ, each whole. */
    toChanges?: (base: Values, values: Values) => Partial<NoInfer<Input>>;
    create: { body: z.ZodType<Create>; send: (body: Create, key: string, signal: AbortSignal) => Promise<Saved> };
    update: { body: z.ZodType<Update>; send: (id: string, body: Update, signal: AbortSignal) => Promise<Stored> };
    /** Takes the place of the form once something was created, such as a password to hand over. */
    created?: (created: Saved, dialog: { onShow: () => void; onClose: () => void }) => ReactNode;
  };

/** Creates a document, or edits the newest version of one. Its rules come from the contract. */
export function RecordForm<
  Values extends FieldValues,
  Input extends object,
  Create extends object,
  Update extends object,
  Stored extends Versioned,
  Saved extends Stored = Stored,
>({ id, ...props }: RecordFormProps<Values, Input, Create, Update, Stored, Saved>) {
  if (id === undefined) return <CreateOrEdit {...props} />;
  return (
    <NewestRecord resource={props.resource} id={id} onClose={props.onClose}>
      {(document) => <CreateOrEdit {...props} document={document} />}
    </NewestRecord>
  );
}

function CreateOrEdit<
  Values extends FieldValues,
  Input extends object,
  Create extends object,
  Update extends object,
  Stored extends Versioned,
  Saved extends Stored,
>(props: Omit<RecordFormProps<Values, Input, Create, Update, Stored, Saved>, 'id'>) {
  const { resource, document, toValues, toBody, create, update, created, onSaved, onClose, ...rest } = props;
  const {
    toChanges = (base: Values, values: Values) => changesTo(values, changedFields(toBody(base), toBody(values))),
    ...form
  } = rest;
  const [shown, setShown] = useState<Saved>();

  function resolverFor(base: Stored | undefined): Resolver<Values, unknown, Create | Update> {
    const typed = z.custom<Values>();
    if (!base) return zodResolver(typed.transform((values): unknown => toBody(values)).pipe(create.body));
    const stored = toValues(base);
    const changed = typed.transform((values): unknown => ({ ...toChanges(stored, values), version: base.version }));
    return zodResolver(changed.pipe(update.body));
  }

  if (shown && created) return created(shown, { onShow: () => onSaved?.(shown), onClose });
  return (
    <VersionedForm<Values, Create | Update, Stored, Stored>
      {...form}
      resource={resource}
      document={document}
      toValues={toValues}
      resolverFor={resolverFor}
      send={(body, key, signal) =>
        document ? update.send(document._id, body as Update, signal) : create.send(body as Create, key, signal)
      }
      title={document ? `Edit ${resource.noun}` : `New ${resource.noun}`}
      verb={document ? 'Save changes' : `Create ${resource.noun}`}
      success={(saved) => (document ? `${resource.nameOf(saved)} was saved` : `${resource.nameOf(saved)} was created`)}
      onSaved={(saved) => {
        if (!document && created) {
          setShown(saved as Saved);
          return;
        }
        onClose();
        onSaved?.(saved);
      }}
      onClose={onClose}
    />
  );
}

type NewestRecordProps<Stored> = {
  resource: FormResource<Stored> & Pick<Resource<never, Stored>, 'noun'>;
  id: string;
  onClose: () => void;
  children: (newest: Stored) => ReactNode;
};

/** The form of a document whose newest version is fetched first. */
export function NewestRecord<Stored>({ resource, id, onClose, children }: NewestRecordProps<Stored>) {
  const { name, noun } = resource;
  const query = useQuery({ ...resource.detail(id), staleTime: 0 });
  const draft = useStoredDraft(`${name}:${id}`);
  // Later versions reach the open form as an offer; they must not take away what was typed.
  if (query.data && query.isFetchedAfterMount) return children(query.data);
  const close = () => {
    // A draft of a document that is gone is of no further use.
    if (isMissing(query.error)) draft.drop();
    onClose();
  };
  return <LoadingDrawer title={`Edit ${noun}`} thing={noun} query={query} onClose={close} />;
}

/** What a new document leaves to the server must not be dropped from a change: it is sent, and judged, as it was typed. */
function changesTo(values: object, changed: object): object {
  const typed = new Map<string, unknown>(Object.entries(values));
  return Object.fromEntries(
    Object.entries(changed).map(([field, value]) => [field, value === undefined ? typed.get(field) : value]),
  );
}
