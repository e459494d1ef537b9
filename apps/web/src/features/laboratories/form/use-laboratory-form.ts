import { zodResolver } from '@hookform/resolvers/zod';
import {
  CreateLaboratoryBody,
  type CreateLaboratoryInput,
  type Laboratory,
  UpdateLaboratoryBody,
} from '@shifa/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Resolver, useForm } from 'react-hook-form';
import { z } from 'zod';
import { placeServerFaults } from '../../../components/form/server-faults';
import { api, bodyOf } from '../../../lib/api';
import { messageOf } from '../../../lib/api-error';
import { idempotencyKey } from '../../../lib/idempotency';
import type { LaboratoryValues } from '../laboratory.fields';
import { invalidateLaboratory } from '../laboratory.live';
import { laboratoryQueries } from '../laboratory.queries';
import { newerVersionIn } from '../version-conflict';
import { type Difference, differencesOf } from './laboratory-merge';
import { blankLaboratory, changesOf, inputOf, valuesOf } from './laboratory-values';

type Body = CreateLaboratoryBody | UpdateLaboratoryBody;

/** Someone else's version, on which the form now stands, and what the person may still decide. */
export type Conflict = { by: string | null; at: string; differences: Difference[] };

type LaboratoryFormOptions = {
  /** The laboratory to edit; without one the form creates. */
  laboratory?: Laboratory;
  onSaved: (laboratory: Laboratory) => void;
  /** Nothing was changed, so there is nothing to save. */
  onUnchanged: () => void;
};

/**
 * The state of the form that creates and edits laboratories: the contract's rules, the server's word on single fields,
 * and what happens when someone else saves first. Nothing that was typed is dropped without being asked.
 */
export function useLaboratoryForm({ laboratory, onSaved, onUnchanged }: LaboratoryFormOptions) {
  const queryClient = useQueryClient();
  const [base, setBase] = useState(laboratory);
  const [conflict, setConflict] = useState<Conflict>();
  const [fault, setFault] = useState<string>();
  const [refusals, setRefusals] = useState(0);
  const [key] = useState(idempotencyKey);

  const form = useForm<LaboratoryValues, unknown, Body>({
    defaultValues: base ? valuesOf(base) : blankLaboratory(),
    resolver: resolverFor(base),
    shouldFocusError: false,
  });

  const save = useMutation({
    mutationFn: (body: Body) => send(body, base?._id, key),
    onSuccess: async ({ data }) => {
      onSaved(data);
      await invalidateLaboratory(queryClient, data._id);
    },
    onError: (error) => {
      const newer = newerVersionIn(error);
      if (newer) standOn(newer.laboratory, newer.by, newer.at);
      else setFault(placeServerFaults(form, error));
      setRefusals((count) => count + 1);
    },
  });

  /** Puts the form on another version and carries over what was typed. */
  function standOn(theirs: Laboratory, by: string | null, at: string) {
    const differences = differencesOf(valuesOf(base ?? theirs), valuesOf(theirs), form.getValues());
    setBase(theirs);
    setFault(undefined);
    form.reset(valuesOf(theirs));
    for (const { path, yours, keep } of differences) {
      if (keep === 'yours') form.setValue(path, yours as never, { shouldDirty: true });
    }
    setConflict({ by, at, differences });
  }

  /** Takes their word or yours, for one field or for all. */
  function decide(keep: Difference['keep'], path?: Difference['path']) {
    if (!conflict) return;
    const isMeant = (difference: Difference) => path === undefined || difference.path === path;
    for (const difference of conflict.differences.filter(isMeant)) {
      form.setValue(difference.path, difference[keep] as never, { shouldDirty: true });
    }
    const differences = conflict.differences.map((one) => (isMeant(one) ? { ...one, keep } : one));
    setConflict({ ...conflict, differences });
  }

  const change = useQuery({ ...laboratoryQueries.change(base?._id ?? ''), enabled: base !== undefined }).data;
  const newer = base && change && change.version > base.version && !save.isPending ? change : undefined;
  const load = useMutation({
    mutationFn: (id: string) => queryClient.query({ ...laboratoryQueries.detail(id), staleTime: 0 }),
    onSuccess: (theirs) => standOn(theirs, theirs.updatedBy, theirs.updatedAt),
    onError: (error) => setFault(messageOf(error)),
  });

  const submit = form.handleSubmit((body) => {
    setFault(undefined);
    if (isUnchanged(body)) onUnchanged();
    else save.mutate(body);
  });

  return {
    form,
    /** The version that the form stands on; absent while creating. */
    base,
    submit,
    saving: save.isPending,
    /** What went wrong beyond single fields. */
    fault,
    /** How often saving was tried or refused so far; each time the first fault gets the focus. */
    attempts: form.formState.submitCount + refusals,
    conflict,
    decide,
    /** Someone saved since the form was opened; the socket told of it. */
    newer,
    loadNewer: () => base && load.mutate(base._id),
    loadingNewer: load.isPending,
  };
}

export type LaboratoryFormState = ReturnType<typeof useLaboratoryForm>;
export type LaboratoryForm = LaboratoryFormState['form'];
export type LaboratoryControl = LaboratoryForm['control'];

/** A new laboratory is judged whole, a stored one by what was changed in it. */
function resolverFor(base: Laboratory | undefined): Resolver<LaboratoryValues, unknown, Body> {
  const typed = z.custom<LaboratoryValues>();
  if (!base) {
    return zodResolver(typed.transform((values): CreateLaboratoryInput => inputOf(values)).pipe(CreateLaboratoryBody));
  }
  const stored = valuesOf(base);
  const changed = typed.transform((values): z.input<typeof UpdateLaboratoryBody> => ({
    ...changesOf(stored, values),
    version: base.version,
  }));
  return zodResolver(changed.pipe(UpdateLaboratoryBody));
}

function send(body: Body, id: string | undefined, key: string) {
  if (id !== undefined && 'version' in body) return bodyOf(api.laboratories.update.mutate({ params: { id }, body }));
  return bodyOf(
    api.laboratories.create.mutate({ body: body as CreateLaboratoryBody, headers: { 'idempotency-key': key } }),
  );
}

function isUnchanged(body: Body): boolean {
  return Object.keys(body).every((key) => key === 'version');
}
