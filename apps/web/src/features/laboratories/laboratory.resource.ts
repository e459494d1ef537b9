import { LaboratorySchema, type LaboratoryStatus } from '@shifa/contract';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { live, type LiveNotices } from '../../data/live';
import { defineResource } from '../../data/resource';

/** What the list, the form, the actions and the page of laboratories have in common. */
export const laboratoryResource = defineResource({
  noun: 'laboratory',
  plural: 'laboratories',
  entity: 'laboratory',
  list: api.laboratories.list,
  get: api.laboratories.get,
  summaries: [api.laboratories.options],
  schema: LaboratorySchema,
  nameOf: ({ name }) => name,
  describeChange: ({ status }) => (status === 'archived' ? 'archived this laboratory' : undefined),
});

export const laboratoryNotices: LiveNotices = {
  'laboratory:created': {
    one: ({ name, code }) => ({ type: 'success', title: 'Laboratory Created', message: `${name} (${code})` }),
    many: (count) => ({
      message: `${count} laboratories were created`,
      action: { label: 'View laboratories', path: paths.laboratories },
    }),
  },
};

export const laboratoryLive = live({ 'laboratory:*': ({ _id }) => laboratoryResource.staleKeys(_id) });

/** The list shows laboratories of these statuses unless the address names others. */
export const statusesShown: readonly LaboratoryStatus[] = ['active', 'suspended'];
