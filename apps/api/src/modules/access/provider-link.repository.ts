import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { type Model, Schema, type Types } from 'mongoose';
import { currentSession } from '../../platform/mongo/unit-of-work';
import type { Account } from '../staff/staff.port';

/** Keeps apart what links accounts to those of the provider. */
export const PROVIDER_LINKS_LOCK = 'provider-links';

/** Which person here a person of the provider is. */
export type ProviderLinkRow = {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  issuer: string;
  subject: string;
  /** The email address by which they were found to be the same; the link ends when the account gets another one. */
  email: string;
  linkedAt: Date;
  /** When its person ended it: it stays, so that the next sign-in does not link the account again. */
  endedAt?: Date | null;
};

/** Whether it is the account's, and opens it: it may have had the email address of someone else, or ended the link. */
export function isOf(link: ProviderLinkRow, account: Pick<Account, '_id' | 'email'>): boolean {
  return link.userId.equals(account._id) && link.email === account.email && !link.endedAt;
}

export const PROVIDER_LINK_MODEL = 'ProviderLink';

export const providerLinkSchema = new Schema<ProviderLinkRow>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    issuer: { type: String, required: true },
    subject: { type: String, required: true },
    email: { type: String, required: true },
    linkedAt: { type: Date, required: true },
    endedAt: { type: Date, default: null },
  },
  { collection: 'provider_links', versionKey: false },
);

providerLinkSchema.index({ issuer: 1, subject: 1 }, { unique: true });
providerLinkSchema.index({ userId: 1 }, { unique: true });

/** Links of people; each call is bound to one person, here or at the provider. */
@Injectable()
export class ProviderLinkRepository {
  constructor(@InjectModel(PROVIDER_LINK_MODEL) private readonly model: Model<ProviderLinkRow>) {}

  async bySubject({ issuer, subject }: Pick<ProviderLinkRow, 'issuer' | 'subject'>): Promise<ProviderLinkRow | null> {
    return this.model.findOne({ issuer, subject }).session(currentSession()).lean<ProviderLinkRow>();
  }

  async ofPerson(userId: Types.ObjectId): Promise<ProviderLinkRow | null> {
    return this.model.findOne({ userId }).session(currentSession()).lean<ProviderLinkRow>();
  }

  async insert(row: ProviderLinkRow): Promise<void> {
    await this.model.insertMany([row], { session: currentSession() ?? undefined, lean: true });
  }

  async end(_id: Types.ObjectId, endedAt: Date): Promise<void> {
    await this.model.updateOne({ _id }, { $set: { endedAt } }).session(currentSession());
  }

  async remove(_id: Types.ObjectId): Promise<void> {
    await this.model.deleteOne({ _id }).session(currentSession());
  }
}
