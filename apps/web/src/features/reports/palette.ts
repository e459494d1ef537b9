import type { PaletteSource } from '../../screens/palette-source';
import { newOn } from '../../ui/use-new-by-link';
import { paths } from '../../config/paths';
import { reportPages } from './reports.pages';

export const reportsPalette: PaletteSource = {
  title: 'Reports',
  permission: 'reports.view',
  pages: ({ permissions }) => reportPages(permissions),
  actions: () => [{ label: 'Schedule a report', path: newOn(paths.reportSchedules), permission: 'reports.export' }],
};
