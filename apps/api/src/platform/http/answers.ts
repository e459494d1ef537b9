import { channel } from 'node:diagnostics_channel';
import type { ErrorCode } from '@shifa/contract';
import type { AppRoute } from '@ts-rest/core';

/** What a route answered: its success, or a failure with its code. */
export type Answer = { route: AppRoute; status: number; code?: ErrorCode };

/** Publishes each {@link Answer}. Costs nothing while no one subscribes. */
export const answers = channel('shifa:answer');
