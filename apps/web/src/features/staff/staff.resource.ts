import { roleLabels, type StaffListItem, StaffListQuery, StaffMemberSchema, StaffStatusSchema } from '@shifa/contract';
import { z } from 'zod';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { formatPeople } from '../../lib/format';
import { live, type LiveNotices } from '../../data/live';
import { defineResource } from '../../data/resource';

/** What the list, the form, the actions and the page of people have in common. */
export const staffResource = defineResource({
  noun: 'person',
  plural: 'people',
  entity: 'user',
  list: api.staff.list,
  get: api.staff.get,
  summaries: [api.staff.stats],
  schema: StaffMemberSchema,
  nameOf: ({ name }: Pick<StaffListItem, 'name'>) => name,
});

export const staffLive = live({ 'user:*': ({ _id }) => staffResource.staleKeys(_id) });

export const staffNotices: LiveNotices = {
  'user:created': {
    one: ({ _id, name, role }) => ({
      type: 'info',
      title: 'New User Added',
      message: `${name} · ${roleLabels[role]}`,
      action: { label: 'View person', path: paths.staffMember(_id) },
    }),
    many: (count) => ({
      message: `${formatPeople(count)} were added`,
      action: { label: 'View people', path: paths.staff },
    }),
  },
};

/** What the address bar holds of the list: active people unless it says otherwise. */
export const StaffListState = StaffListQuery.extend({
  status: z
    .union([z.array(StaffStatusSchema).min(1), StaffStatusSchema.transform((status) => [status])])
    .default(['active']),
  mustChangePassword: z.enum(['true', 'false']).optional(),
});
export type StaffListState = z.output<typeof StaffListState>;

/** The most people whom one request changes. */
export const MAX_PEOPLE = 200;
