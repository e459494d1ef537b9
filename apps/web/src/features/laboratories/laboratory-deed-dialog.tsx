import { useState } from 'react';
import { ArchiveLaboratory } from './archive-laboratory';
import { ChangeLaboratoryStatus } from './change-laboratory-status';
import { EditLaboratory } from './form/edit-laboratory';
import type { LaboratoryDeed, LaboratoryInHand } from './use-laboratory-actions';

type ChosenDeed = { deed: LaboratoryDeed; laboratory: LaboratoryInHand };

/** The deed that a person chose from a menu, until its dialog is closed. */
export function useChosenDeed() {
  const [chosen, setChosen] = useState<ChosenDeed>();
  const choose = (deed: LaboratoryDeed, laboratory: LaboratoryInHand) => setChosen({ deed, laboratory });
  return [chosen, choose, () => setChosen(undefined)] as const;
}

/** Asks what a deed needs to be asked, and does it. */
export function LaboratoryDeedDialog({ deed, laboratory, onClose }: ChosenDeed & { onClose: () => void }) {
  switch (deed) {
    case 'edit':
      return <EditLaboratory id={laboratory._id} onClose={onClose} />;
    case 'suspend':
    case 'resume':
      return <ChangeLaboratoryStatus laboratory={laboratory} onClose={onClose} />;
    case 'archive':
      return <ArchiveLaboratory laboratory={laboratory} onClose={onClose} />;
  }
}
