import type { TransferAction } from '@shifa/contract';
import type { Actor } from '../../../platform/http/actor';
import { lacks, notOffered, type Policy, refusal, type Refusal } from '../../../platform/http/policy';
import { type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import type { TransferRow } from './transfer.document';

type Judged = Pick<TransferRow, 'status'>;
export type TransferLaboratories = { from: LaboratoryRow; to: LaboratoryRow };

/** Each laboratory acts for itself: the receiver confirms what has arrived, the sender what is back. */
export const transferPolicy: Policy<TransferAction, Judged, TransferLaboratories> = {
  receive: (viewer, transfer, { to }) => closed(transfer) ?? actingFor(viewer, to, 'receive'),
  return: (viewer, transfer, { from }) => closed(transfer) ?? actingFor(viewer, from, 'take back'),
};

function actingFor(viewer: Actor, laboratory: LaboratoryRow, action: string): Refusal | undefined {
  const lacking = lacks(viewer, 'inventory.transfer');
  if (lacking) return lacking;
  if (lacks(viewer, 'inventory.transfer', { laboratoryId: laboratory._id })) {
    return { ...refusal('FORBIDDEN', `Only ${laboratory.name} can ${action} this transfer`), hidden: true };
  }
  return laboratoryUsePolicy.enterRecords(laboratory);
}

function closed({ status }: Judged): Refusal | undefined {
  return status === 'sent' || status === 'partly_received' ? undefined : notOffered('TRANSFER_CLOSED');
}
