import Inventory2 from '@mui/icons-material/Inventory2Outlined';
import { paths } from '../../config/paths';
import { UnbuiltPage } from '../unbuilt-page';
import type { Section } from './section';

const inventoryPage = (
  <UnbuiltPage title="Inventory Management">Stock with its batches and expiry dates will be counted here.</UnbuiltPage>
);

export const inventory: Section = {
  path: paths.inventory,
  permission: 'inventory.view',
  navigation: { label: 'Inventory', short: 'Inventory', icon: <Inventory2 /> },
  pages: [{ index: true, element: inventoryPage }],
};
