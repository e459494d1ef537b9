import type { Permission } from '@shifa/contract';
import { createContext } from 'react';
import type { Check } from '../../data/queries';

/** One thing to set up in a laboratory. Each feature declares its own. */
export type SetupStep = {
  label: string;
  path: string;
  permission: Permission;
  /** A laboratory without it is new. Other steps may be left out for ever. */
  required: boolean;
  /** Where it can be copied from another laboratory instead. */
  copiedAt?: (laboratoryId: string) => string;
  /** Whether the laboratory has it. */
  done: (laboratoryId: string) => Check;
};

/** The steps in their order. */
export const SetupSteps = createContext<readonly SetupStep[]>([]);
