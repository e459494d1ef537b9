import { type PaletteSource, searchOf } from '../../screens/palette-source';
import { newOn } from '../../ui/use-new-by-link';
import { paths } from '../../config/paths';
import { laboratoryResource } from './laboratory.resource';

export const laboratoriesPalette: PaletteSource = {
  title: 'Laboratories',
  permission: 'laboratories.view',
  actions: () => [{ label: 'New laboratory', path: newOn(paths.laboratories), permission: 'laboratories.create' }],
  searches: [
    searchOf(laboratoryResource, {
      kind: 'laboratories',
      label: 'Laboratories',
      permission: 'laboratories.view',
      entryOf: ({ _id, name, code, location }) => ({
        id: _id,
        label: name,
        detail: `${code} · ${location.city}`,
        path: paths.laboratory(_id),
      }),
    }),
  ],
};
