import Edit from '@mui/icons-material/EditOutlined';
import type { Supplier, SupplierStatus } from '@shifa/contract';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { defineActions, type Given } from '../../../screens/actions/define-actions';
import { formTitle, lazyForm } from '../../../ui/drawers/lazy-form';
import { approveSupplierText } from '../purchasing.messages';
import { supplierResource } from './supplier.resource';

export const SupplierForm = lazyForm(
  formTitle(supplierResource.noun),
  async () => (await import('./supplier-form')).SupplierForm,
);

const reason = { help: 'Visible to everyone who can see the supplier.' };

export const supplierActions = defineActions(supplierResource, {
  edit: { label: 'Edit supplier', icon: <Edit />, form: SupplierForm },
  hold: {
    label: 'Put on hold',
    verb: 'Put on hold',
    title: ({ name }) => `Put ${name} on hold`,
    question: () => 'No new orders can be placed with it until someone approves it again.',
    reason,
    outcome: 'is on hold',
    send: (supplier, version, given) => changeStatus('on_hold', supplier, version, given),
  },
  block: {
    label: 'Block supplier',
    verb: 'Block',
    title: ({ name }) => `Block ${name}`,
    destructive: true,
    question: () => "No new orders can be placed with it, and items can't be linked to it. Its records stay readable.",
    reason,
    outcome: 'is blocked',
    send: (supplier, version, given) => changeStatus('blocked', supplier, version, given),
  },
  approve: {
    label: 'Approve supplier',
    verb: 'Approve',
    title: ({ name }) => `Approve ${name}`,
    question: ({ statusReason }) => approveSupplierText(statusReason),
    outcome: 'is approved',
    send: (supplier, version, given) => changeStatus('approved', supplier, version, given),
  },
});

function changeStatus(
  status: SupplierStatus,
  { _id }: Pick<Supplier, '_id'>,
  version: number,
  { reason: given, signal }: Given,
): Promise<Supplier> {
  return send(
    api.suppliers.changeStatus,
    { params: { id: _id }, body: { status, reason: given === '' ? null : given, version } },
    { signal },
  );
}
