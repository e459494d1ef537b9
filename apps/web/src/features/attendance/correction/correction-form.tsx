import { lazyForm } from '../../../ui/drawers/lazy-form';

/** The request to correct a day of one's own; its code is fetched when it is opened. */
export const CorrectionForm = lazyForm(
  () => 'Request a correction',
  async () => (await import('./correction-drawer')).CorrectionDrawer,
);
