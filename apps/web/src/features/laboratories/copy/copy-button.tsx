import Button from '@mui/material/Button';
import type { Laboratory } from '@shifa/contract';
import { useState } from 'react';
import { lazyForm } from '../../../ui/drawers/lazy-form';
import { useOpenByLink } from '../../../ui/use-new-by-link';
import { COPY } from '../../../config/paths';
import { usePermission } from '../../../data/use-session';

const CopyDrawer = lazyForm(
  () => 'Copy from another laboratory',
  async () => (await import('./copy-drawer')).CopyDrawer,
);

/** For those who see other laboratories than the one that they edit; a link can open it as well. */
export function CopyButton({ laboratory }: { laboratory: Laboratory }) {
  const [open, setOpen] = useState(false);
  const seesOthers = usePermission('laboratories.view').scope === 'all';
  const mayCopy = seesOthers && laboratory.actions.edit?.allowed === true;
  useOpenByLink(COPY, mayCopy ? () => setOpen(true) : undefined);
  if (!mayCopy) return null;
  return (
    <>
      <Button variant="outlined" color="inherit" sx={{ alignSelf: 'flex-start' }} onClick={() => setOpen(true)}>
        Copy from another laboratory
      </Button>
      {open && <CopyDrawer laboratory={laboratory} onClose={() => setOpen(false)} />}
    </>
  );
}
