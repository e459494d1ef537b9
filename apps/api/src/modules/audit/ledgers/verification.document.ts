import type { BrokenLink, LedgerName, Verification } from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Head } from '../../../platform/ledger/ledger-verification';
import type { Stored } from '../../../platform/mongo/scoped-repository';
import { personPart, storedFields } from '../../../platform/mongo/schema-parts';

/** The verification of a chain that is under way or, without one, the last one. */
export type VerificationRow = Stored & {
  ledger: LedgerName;
  laboratoryId: Types.ObjectId;
  /** Of this run, so that a process that has fallen behind notices that another has taken over. */
  runId: Types.ObjectId;
  status: Verification['status'];
  by: { _id: Types.ObjectId; name: string };
  startedAt: Date;
  finishedAt: Date | null;
  /** When the process that runs it last said so. */
  beatAt: Date;
  done: number;
  total: number;
  links: number;
  isCancelled: boolean;
  broken: BrokenLink | null;
  /** The head that was found intact last. */
  known: Head | null;
};

export const VERIFICATION_MODEL = 'LedgerVerification';

const mixed = { type: Schema.Types.Mixed, default: null } as const;
const number = { type: Number, default: 0 } as const;

export const verificationSchema = new Schema<VerificationRow>(
  {
    ledger: { type: String, required: true },
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    runId: { type: Schema.Types.ObjectId, required: true },
    status: { type: String, required: true },
    by: { type: personPart, required: true },
    startedAt: { type: Date, required: true },
    finishedAt: { type: Date, default: null },
    beatAt: { type: Date, required: true },
    done: number,
    total: number,
    links: number,
    isCancelled: { type: Boolean, default: false },
    broken: mixed,
    known: mixed,
    ...storedFields,
  },
  { collection: 'ledger_verifications', versionKey: false, minimize: false },
);

verificationSchema.index({ laboratoryId: 1, ledger: 1 }, { unique: true });
