import type { Dashboard, LaboratoryComparison, Permission } from '@shifa/contract';
import { createContext, type FunctionComponent, type ReactNode } from 'react';
import type { Shows } from '../../lib/callback';

type FeatureBlock = Exclude<keyof Dashboard, 'asOf' | 'laboratories' | 'attention' | 'activity'>;
type BlockProps<Name extends FeatureBlock> = {
  data: NonNullable<Dashboard[Name]>;
  /** The only laboratory that is counted; undefined for all that the viewer sees. */
  laboratoryId: string | undefined;
  /** Since when it is known, where the device kept it. */
  asOf?: number | undefined;
};

/** A column of the comparison of laboratories. */
export type ComparisonColumn = {
  heading: string;
  /** What the laboratories are sorted by; undefined where the laboratory has none, which comes last. */
  value: (row: LaboratoryComparison) => number | undefined;
  format: (value: number) => ReactNode;
  /** The list that the value counts. */
  to?: (row: LaboratoryComparison) => string;
};

/** Documents of a kind in the list of recent changes. */
export type DocumentDescription = {
  noun: string;
  path: (id: string) => string;
  /** Needed for the path, where the changes are shown to others too. */
  permission?: Permission;
  /** Actions that say too little by their name: `Stock used` for `out`. */
  actions?: Partial<Record<string, string>>;
};

/** What a feature adds to the dashboard. The dashboard itself knows nothing else of the feature. */
export type DashboardExtension<Name extends FeatureBlock = FeatureBlock> = {
  /** Its part of the answer. */
  block: Name;
  title: string;
  /** Needed for the block, for more people than the viewer unless `own`. */
  permission: Permission;
  own?: true;
  /** Across the whole page. */
  wide?: true;
  Block: Shows<BlockProps<Name>>;
  /** What works without the server, in the place of the block. */
  Offline?: FunctionComponent | undefined;
  columns?: readonly ComparisonColumn[];
  /** Its documents in the list of recent changes, by the name that the audit log has for them. */
  documents?: Record<string, DocumentDescription>;
};

/** The extensions of the dashboard, in the order of the screen. */
export const DashboardExtensions = createContext<readonly DashboardExtension[]>([]);
