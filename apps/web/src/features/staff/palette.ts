import { roleLabels, staffStatusLabels } from '@shifa/contract';
import { type PaletteSource, searchOf } from '../../screens/palette-source';
import { newOn } from '../../ui/use-new-by-link';
import { paths } from '../../config/paths';
import { staffResource } from './staff.resource';

export const staffPalette: PaletteSource = {
  title: 'Staff',
  permission: 'staff.view',
  pages: () => [{ label: 'Printable directory', path: paths.staffDirectory }],
  actions: () => [{ label: 'New person', path: newOn(paths.staff), permission: 'staff.create' }],
  searches: [
    searchOf(staffResource, {
      kind: 'people',
      label: 'People',
      permission: 'staff.view',
      entryOf: ({ _id, name, employeeCode, role, designation, laboratoryId, status, email, phone }) => ({
        id: _id,
        label: name,
        detail: [
          employeeCode,
          designation ?? roleLabels[role],
          laboratoryId?.code,
          status !== 'active' && staffStatusLabels[status],
        ]
          .filter(Boolean)
          .join(' · '),
        path: paths.staffMember(_id),
        also: [email, phone, phone?.replace(/[^\d+]/g, '')],
      }),
    }),
  ],
};
