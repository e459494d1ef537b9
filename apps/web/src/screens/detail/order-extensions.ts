import type { Permission, PurchaseOrder } from '@shifa/contract';
import { createContext, type FunctionComponent } from 'react';

/** What another feature shows of a purchase order, on a tab of its own. Orders know nothing else of the feature. */
export type OrderExtension = {
  /** In the address. */
  value: string;
  label: string;
  permission: Permission;
  Section: FunctionComponent<{ order: PurchaseOrder }>;
};

/** The tabs in the order of the screen, before the history. */
export const OrderExtensions = createContext<readonly OrderExtension[]>([]);
