import { zodResolver } from '@hookform/resolvers/zod';
import {
  CreateLaboratoryBody,
  type CreateLaboratoryInput,
  type Laboratory,
  LaboratorySchema,
  UpdateLaboratoryBody,
} from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import type { DescribedField } from '../../../components/versions/described-field';
import { useVersionedForm } from '../../../components/versions/use-versioned-form';
import { api, bodyOf } from '../../../lib/api';
import { type LaboratoryField, laboratoryFields, type LaboratoryValues } from '../laboratory.fields';
import { invalidateLaboratory } from '../laboratory.live';
import { laboratoryQueries } from '../laboratory.queries';
import { blankLaboratory, changesOf, inputOf, valuesOf } from './laboratory-values';

type Body = CreateLaboratoryBody | UpdateLaboratoryBody;

const isEditable = (field: LaboratoryField): field is DescribedField<Exclude<LaboratoryField['path'], 'status'>> =>
  field.path !== 'status';

export const editableFields = laboratoryFields.filter(isEditable);

type LaboratoryFormOptions = {
  /** The laboratory to edit; without one the form creates. */
  laboratory?: Laboratory;
  onSaved: (laboratory: Laboratory) => void;
  onUnchanged: () => void;
};

/** The state of the form that creates and edits laboratories. */
export function useLaboratoryForm({ laboratory, onSaved, onUnchanged }: LaboratoryFormOptions) {
  const queryClient = useQueryClient();
  const id = laboratory?._id;
  const change = useQuery({ ...laboratoryQueries.change(id ?? ''), enabled: id !== undefined }).data;
  const state = useVersionedForm<LaboratoryValues, Body, Laboratory, Laboratory>({
    document: laboratory,
    schema: LaboratorySchema,
    valuesOf: (stored) => (stored ? valuesOf(stored) : blankLaboratory()),
    resolverFor,
    fields: editableFields,
    send: (body, key) => send(body, id, key),
    fetchNewest: (stored) => queryClient.query({ ...laboratoryQueries.detail(stored), staleTime: 0 }),
    change,
    onSaved: (saved) => {
      onSaved(saved);
      void invalidateLaboratory(queryClient, saved._id);
    },
    onUnchanged,
  });
  return { ...state, change };
}

type LaboratoryFormState = ReturnType<typeof useLaboratoryForm>;
export type LaboratoryForm = LaboratoryFormState['form'];
export type LaboratoryControl = LaboratoryForm['control'];

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

async function send(body: Body, id: string | undefined, key: string): Promise<Laboratory> {
  if (id !== undefined && 'version' in body) {
    return (await bodyOf(api.laboratories.update.mutate({ params: { id }, body }))).data;
  }
  const creation = { body: body as CreateLaboratoryBody, headers: { 'idempotency-key': key } };
  return (await bodyOf(api.laboratories.create.mutate(creation))).data;
}
