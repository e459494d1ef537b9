import type { Permission } from '@shifa/contract';
import type { ComponentType } from 'react';
import type { Period } from '../../lib/calendar';

/** What was asked for; `groupBy` is one of the kind's groups. */
export type AnalyticsFilter = Period & {
  laboratoryId: string | undefined;
  groupBy: string;
  compare: 'previous' | undefined;
};

export type AnalyticsView = 'chart' | 'table';

export type AnalyticsPanelProps = {
  filter: AnalyticsFilter;
  /** As in the kind. */
  groups: Record<string, string>;
  view: AnalyticsView;
  onView: (view: AnalyticsView) => void;
};

/** An analysis that a feature adds to the reports. Reports themselves know nothing else of the feature. */
export type AnalyticsKind = {
  /** In the address bar. */
  name: string;
  label: string;
  /** What the data requires, besides `reports.view`. */
  permission: Permission;
  /** The groups by name, the first one by default. `laboratory` is only offered to viewers of the network. */
  groups: Record<string, string>;
  Panel: ComponentType<AnalyticsPanelProps>;
};
