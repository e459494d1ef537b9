import { zodResolver } from '@hookform/resolvers/zod';
import {
  CreateStaffBody,
  type CreateStaffInput,
  managedRoles,
  type StaffMember,
  StaffMemberSchema,
  type StaffWithPassword,
  UpdateStaffBody,
} from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Resolver } from 'react-hook-form';
import { z } from 'zod';
import { useVersionedForm } from '../../../components/versions/use-versioned-form';
import { api, bodyOf } from '../../../lib/api';
import { useUser } from '../../../lib/use-session';
import { type StaffValues, useStaffFields } from '../staff.fields';
import { invalidatePerson } from '../staff.live';
import { staffQueries } from '../staff.queries';
import { blankPerson, changesOf, inputOf, valuesOf } from './staff-values';

type Body = CreateStaffBody | UpdateStaffBody;

/** Whoever was saved; a new person comes with a password that is told this once. */
export type SavedPerson = StaffMember & Partial<Pick<StaffWithPassword, 'temporaryPassword'>>;

type StaffFormOptions = {
  /** The person to edit; without one the form creates. */
  person?: StaffMember;
  onSaved: (person: SavedPerson) => void;
  onUnchanged: () => void;
};

/** The state of the form that creates and edits people. */
export function useStaffForm({ person, onSaved, onUnchanged }: StaffFormOptions) {
  const queryClient = useQueryClient();
  const viewer = useUser();
  const { editable } = useStaffFields();
  const id = person?._id;
  const change = useQuery({ ...staffQueries.change(id ?? ''), enabled: id !== undefined }).data;
  const blank = blankPerson(managedRoles(viewer.role).at(-1) ?? 'staff', viewer.laboratoryId?._id ?? '');
  return useVersionedForm<StaffValues, Body, StaffMember, SavedPerson>({
    document: person,
    schema: StaffMemberSchema,
    valuesOf: (stored) => (stored ? valuesOf(stored) : blank),
    resolverFor,
    fields: editable,
    send: (body, key) => send(body, id, key),
    fetchNewest: (stored) => queryClient.query({ ...staffQueries.detail(stored), staleTime: 0 }),
    change,
    onSaved: (saved) => {
      onSaved(saved);
      void invalidatePerson(queryClient, saved._id);
    },
    onUnchanged,
  });
}

export type StaffForm = ReturnType<typeof useStaffForm>['form'];
export type StaffControl = StaffForm['control'];

function resolverFor(base: StaffMember | undefined): Resolver<StaffValues, unknown, Body> {
  const typed = z.custom<StaffValues>();
  if (!base) {
    return zodResolver(typed.transform((values): CreateStaffInput => inputOf(values)).pipe(CreateStaffBody));
  }
  const stored = valuesOf(base);
  const changed = typed.transform((values): z.input<typeof UpdateStaffBody> => ({
    ...changesOf(stored, values),
    version: base.version,
  }));
  return zodResolver(changed.pipe(UpdateStaffBody));
}

async function send(body: Body, id: string | undefined, key: string): Promise<SavedPerson> {
  if (id !== undefined && 'version' in body) {
    return (await bodyOf(api.staff.update.mutate({ params: { id }, body }))).data;
  }
  const creation = { body: body as CreateStaffBody, headers: { 'idempotency-key': key } };
  return (await bodyOf(api.staff.create.mutate(creation))).data;
}
