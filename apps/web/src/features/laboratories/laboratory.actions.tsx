import Edit from '@mui/icons-material/EditOutlined';
import { defineActions } from '../../screens/actions/define-actions';
import { formTitle, lazyForm } from '../../ui/drawers/lazy-form';
import { blockerLists } from '../../config/paths';
import { api } from '../../data/api';
import { queryOf, send } from '../../data/queries';
import { withQuery } from '../../lib/with-query';
import { laboratoryResource } from './laboratory.resource';

export const LaboratoryForm = lazyForm(
  formTitle(laboratoryResource.noun),
  async () => (await import('./form/laboratory-form')).LaboratoryForm,
);

export const PolicyForm = lazyForm(
  () => 'Edit policies',
  async () => (await import('./form/laboratory-form')).PolicyForm,
);

const SUSPEND_NOW = 'Suspend it now (read-only) and archive it once these are settled.';
const SUSPENDED_WITH_STOCK =
  "If you suspend it now (read-only), its stock and transfers can't be settled until you resume it.";
const RESUME_FIRST = "Resume it first. While it is suspended, its stock and transfers can't be settled.";

export const laboratoryActions = defineActions(laboratoryResource, {
  edit: { label: 'Edit laboratory', icon: <Edit />, form: LaboratoryForm },
  suspend: {
    label: 'Suspend laboratory',
    verb: 'Suspend',
    outcome: 'was suspended',
    question: ({ name }) => (
      <>
        <strong>{name}</strong> becomes read-only: no one can clock in or post there until you resume it. Nothing is
        deleted.
      </>
    ),
    send: ({ _id }, version, { signal }) =>
      send(api.laboratories.update, { params: { id: _id }, body: { status: 'suspended', version } }, { signal }),
  },
  resume: {
    label: 'Resume laboratory',
    verb: 'Resume',
    outcome: 'was resumed',
    question: ({ name }) => (
      <>
        People can clock in and post at <strong>{name}</strong> again.
      </>
    ),
    send: ({ _id }, version, { signal }) =>
      send(api.laboratories.update, { params: { id: _id }, body: { status: 'active', version } }, { signal }),
  },
  archive: {
    label: 'Archive laboratory',
    verb: 'Archive',
    destructive: true,
    outcome: 'was archived',
    question: ({ name, code }) => (
      <>
        <strong>{name}</strong> is removed from all lists and can't be changed. This is permanent. Its records stay
        readable, and its code {code} stays reserved.
      </>
    ),
    send: ({ _id }, version, { signal }) =>
      send(api.laboratories.archive, { params: { id: _id }, query: { version } }, { signal }),
    blocked: {
      title: 'Work is still in progress',
      check: ({ _id }) => queryOf(api.laboratories.blockers, { params: { id: _id } }),
      linkTo: ({ resource, filter }, { _id: laboratoryId }) =>
        resource && withQuery(blockerLists[resource], { laboratoryId: [laboratoryId], ...filter }),
      text: "can't be archived yet. It still has:",
      instead: { action: 'suspend', verb: 'Suspend instead' },
      hint: ({ actions }, blockers) => {
        // Everything else can be decided, closed or moved out while it is read-only.
        const needsActive = blockers.some(({ resource }) => resource === 'inventory' || resource === 'transfers');
        if (actions.suspend?.allowed) return needsActive ? SUSPENDED_WITH_STOCK : SUSPEND_NOW;
        return needsActive && actions.resume?.allowed ? RESUME_FIRST : undefined;
      },
    },
  },
});
