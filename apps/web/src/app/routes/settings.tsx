import Settings from '@mui/icons-material/SettingsOutlined';
import { paths } from '../../config/paths';
import { UnbuiltPage } from '../unbuilt-page';
import type { Section } from './section';

const settingsPage = (
  <UnbuiltPage title="Settings">
    Settings of the network, of a laboratory and of your own account will be found here. The light or dark theme is in
    your menu at the top.
  </UnbuiltPage>
);

export const settings: Section = {
  path: paths.settings,
  navigation: { label: 'Settings', icon: <Settings /> },
  pages: [{ index: true, element: settingsPage }],
};
