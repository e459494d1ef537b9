import { type MessageChannel, messageChannels, type MessagePurpose, messagePurposes } from '@shifa/contract';
import { Schema, type Types } from 'mongoose';

/** An email to someone without an account. */
export type LetterRow = {
  to: string;
  replyTo: string | null;
  subject: string;
  paragraphs: string[];
  entries: { title: string; text: string }[];
  notes: string[];
};

/** A message that is to be sent, was sent, or was given up. */
export type DeliveryRow = {
  _id: Types.ObjectId;
  purpose: MessagePurpose;
  channel: MessageChannel;
  /** Null for a password reset, whose account is looked up when it is sent. */
  recipientId: Types.ObjectId | null;
  /** The notifications that it announces: one, or those of a digest. */
  notificationIds: Types.ObjectId[];
  /** Of a digest: whether notifications can still join it. Once it is being sent, they start the next one. */
  isOpen: boolean;
  /** The browser that it is sent to, once it is known; null for the other channels, of which a person has one address. */
  addressId: Types.ObjectId | null;
  /** The address that someone entered to reset a password, in lower case; null otherwise. */
  email: string | null;
  /** What someone without an account gets, as it was when it was sent; null otherwise. */
  letter: LetterRow | null;
  /** The document that a letter is about, which is told that it was accepted; absent before letters had one. */
  causeId?: Types.ObjectId | null;
  status: 'waiting' | 'sent' | 'failed' | 'dropped';
  /** When it is due. While a process sends it, when another one can try again. */
  nextAt: Date;
  attempts: number;
  /** What the other side answered last, or why it was not sent. */
  error: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** When it deletes itself. */
  expiresAt: Date;
};

/** The email address or the phone number of an account, or a browser that receives push messages. */
export type AddressRow = {
  _id: Types.ObjectId;
  userId: Types.ObjectId;
  channel: MessageChannel;
  /** An email address in lower case, the endpoint of a push service, or a number with its country code. */
  address: string;
  /** The browser in words; null for other channels. */
  device: string | null;
  /** What messages to a browser are encrypted with; null for other channels. */
  keys: { p256dh: string; auth: string } | null;
  /** The session in which a browser was subscribed: it gets no more messages once that has ended. */
  sessionId: Types.ObjectId | null;
  confirmedAt: Date | null;
  /** Hash of what confirms it, the token of a link or a code, and until when it works. */
  tokenHash: string | null;
  tokenExpiresAt: Date | null;
  /** How many messages in a row were refused, and the latest answer. */
  failures: number;
  error: string | null;
  lastSentAt: Date | null;
  createdAt: Date;
};

/** The link of an email that resets a password. The id is that of the account: a new link replaces the one before. */
export type ResetLinkRow = {
  _id: Types.ObjectId;
  tokenHash: string;
  /** Hash of the email address and the password that it was made for: a change of either makes it invalid. */
  madeFor: string;
  expiresAt: Date;
};

export const DELIVERY_MODEL = 'Delivery';
export const ADDRESS_MODEL = 'MessageAddress';
export const RESET_LINK_MODEL = 'PasswordResetLink';

export const MAX_IN_DIGEST = 200;
/** Paragraphs, entries and notes of a letter, each. */
const MAX_LETTER_PARTS = 200;

const optionalId = { type: Schema.Types.ObjectId, default: null } as const;
const optionalText = { type: String, default: null } as const;
const optionalDate = { type: Date, default: null } as const;
const text = { type: String, required: true } as const;

const letterPart = new Schema<LetterRow>(
  {
    to: text,
    replyTo: optionalText,
    subject: text,
    paragraphs: { type: [String], max: MAX_LETTER_PARTS } as never,
    entries: { type: [new Schema({ title: String, text: String }, { _id: false })], max: MAX_LETTER_PARTS } as never,
    notes: { type: [String], max: MAX_LETTER_PARTS } as never,
  },
  { _id: false },
);

export const deliverySchema = new Schema<DeliveryRow>(
  {
    purpose: { type: String, enum: messagePurposes, required: true },
    channel: { type: String, enum: messageChannels, required: true },
    recipientId: optionalId,
    notificationIds: { type: [Schema.Types.ObjectId], max: MAX_IN_DIGEST } as never,
    isOpen: { type: Boolean, required: true },
    addressId: optionalId,
    email: optionalText,
    letter: { type: letterPart, default: null },
    causeId: optionalId,
    status: { type: String, enum: ['waiting', 'sent', 'failed', 'dropped'], required: true },
    nextAt: { type: Date, required: true },
    attempts: { type: Number, required: true },
    error: optionalText,
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
    expiresAt: { type: Date, required: true },
  },
  { collection: 'deliveries', versionKey: false },
);
// What is due on a channel; the failed ones, latest first.
deliverySchema.index({ status: 1, channel: 1, nextAt: 1 });
deliverySchema.index({ status: 1, updatedAt: -1 });
// One message for each notification, channel and browser.
deliverySchema.index(
  { notificationIds: 1, channel: 1, addressId: 1 },
  { unique: true, partialFilterExpression: { purpose: 'notice' } },
);
// One digest that grows for each person.
deliverySchema.index({ recipientId: 1 }, { unique: true, partialFilterExpression: { isOpen: true } });
deliverySchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

export const addressSchema = new Schema<AddressRow>(
  {
    userId: { type: Schema.Types.ObjectId, required: true },
    channel: { type: String, enum: messageChannels, required: true },
    address: text,
    device: optionalText,
    keys: { type: new Schema({ p256dh: String, auth: String }, { _id: false }), default: null },
    sessionId: optionalId,
    confirmedAt: optionalDate,
    tokenHash: optionalText,
    tokenExpiresAt: optionalDate,
    failures: { type: Number, required: true },
    error: optionalText,
    lastSentAt: optionalDate,
    createdAt: { type: Date, required: true },
  },
  { collection: 'message_addresses', versionKey: false },
);
addressSchema.index({ userId: 1, channel: 1, address: 1 }, { unique: true });
// Whose browser it was before.
addressSchema.index({ address: 1 });
addressSchema.index({ tokenHash: 1 }, { unique: true, partialFilterExpression: { tokenHash: { $type: 'string' } } });

export const resetLinkSchema = new Schema<ResetLinkRow>(
  { _id: Schema.Types.ObjectId, tokenHash: text, madeFor: text, expiresAt: { type: Date, required: true } },
  { collection: 'password_reset_links', versionKey: false },
);
resetLinkSchema.index({ tokenHash: 1 }, { unique: true });
resetLinkSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
