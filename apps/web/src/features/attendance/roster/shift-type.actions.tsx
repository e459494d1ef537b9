import Archive from '@mui/icons-material/Inventory2Outlined';
import Delete from '@mui/icons-material/DeleteOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Restore from '@mui/icons-material/UnarchiveOutlined';
import { defineActions } from '../../../screens/actions/define-actions';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { unlessGone } from '../../../lib/api-error';
import { formTitle, lazyForm } from '../../../ui/drawers/lazy-form';
import { shiftTypeResource } from './shift-type.resource';

export const ShiftTypeForm = lazyForm(
  formTitle(shiftTypeResource.noun),
  async () => (await import('./shift-type-form')).ShiftTypeForm,
);

export const shiftTypeActions = defineActions(shiftTypeResource, {
  edit: { label: 'Edit shift type', icon: <Edit />, form: ShiftTypeForm },
  archive: {
    label: 'Archive shift type',
    icon: <Archive />,
    verb: 'Archive',
    outcome: 'was archived',
    question: ({ name }) => (
      <>
        You can no longer plan <strong>{name}</strong>. Days already planned keep it.
      </>
    ),
    send: ({ _id }, version, given) => send(api.shiftTypes.archive, { params: { id: _id }, body: { version } }, given),
  },
  restore: {
    label: 'Restore shift type',
    icon: <Restore />,
    outcome: 'was restored',
    send: ({ _id }, version, given) => send(api.shiftTypes.restore, { params: { id: _id }, body: { version } }, given),
  },
  remove: {
    label: 'Delete shift type',
    icon: <Delete />,
    verb: 'Delete',
    destructive: true,
    outcome: 'was deleted',
    question: ({ name }) => (
      <>
        <strong>{name}</strong> was never used and is deleted permanently.
      </>
    ),
    send: async (type, version, { signal }) => {
      await send(api.shiftTypes.remove, { params: { id: type._id }, query: { version } }, { signal }).catch(unlessGone);
      return type;
    },
  },
});
