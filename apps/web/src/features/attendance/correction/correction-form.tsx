import { lazyForm } from '../../../components/form/lazy-form';

export type CorrectionFormProps = { workDate: string; onClose: () => void };

/** The request to correct a day of one's own; its code is fetched when it is opened. */
export const CorrectionForm = lazyForm<CorrectionFormProps>(
  () => correctionTitle,
  async () => (await import('./correction-drawer')).CorrectionDrawer,
);

export const correctionTitle = 'Request a correction';
