import { z } from 'zod';
import { InstantSchema, TimeOfDaySchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema } from '../common/id.js';
import { requiredText } from '../common/text.js';
import { notificationTypes } from '../notifications/notification.schema.js';

/** How a notification reaches a person who has no page open. */
export const messageChannels = ['email', 'push', 'gateway'] as const;
export type MessageChannel = (typeof messageChannels)[number];

export const messageChannelLabels: Record<MessageChannel, string> = {
  email: 'Email',
  push: 'Push',
  gateway: 'Text message',
};

/** At once, or together with others at the person's digest time. */
export const emailTimings = ['at_once', 'digest'] as const;
export type EmailTiming = (typeof emailTimings)[number];

/** What is sent besides the notifications in the product. A type that is absent is not sent. */
export const MessagePreferencesSchema = z.object({
  email: z.partialRecord(enumOf(notificationTypes), enumOf(emailTimings)),
  /** When the digest is sent, in the time zone of the person's laboratory. */
  digestTime: TimeOfDaySchema,
  push: z.array(enumOf(notificationTypes)).max(notificationTypes.length),
  /** Whether push messages contain the text of the notification, which lock screens show. */
  pushDetails: z.boolean(),
  /** What is sent to the person's telephone through the gateway of the installation. */
  gateway: z.array(enumOf(notificationTypes)).max(notificationTypes.length),
  /** Whether these contain the text of the notification, which lock screens and the gateway then see. */
  gatewayDetails: z.boolean(),
});
export type MessagePreferences = z.infer<typeof MessagePreferencesSchema>;

/** A part that is left out stays as it is: another tab may have changed it, or the client does not know of it. */
export const MessagePreferencesBody = MessagePreferencesSchema.partial().prefault({});
export type MessagePreferencesBody = z.infer<typeof MessagePreferencesBody>;

export const defaultMessagePreferences: MessagePreferences = {
  email: {},
  digestTime: '08:00',
  push: [],
  pushDetails: false,
  gateway: [],
  gatewayDetails: false,
};

/**
 * What an address gets from its confirmation on, until its person chooses: news of the account and its security, and
 * reports that were scheduled.
 */
export const emailAfterConfirmation: MessagePreferences['email'] = { system: 'at_once' };

/** A channel that fails as often in a row is shown as broken. */
export const BROKEN_AFTER_FAILURES = 3;

/** An address of a person: that of their emails, a browser that receives push messages, or their phone number. */
export const MessageAddressSchema = z.object({
  _id: IdSchema,
  /** The email address, the browser, such as `Chrome on Android`, or the number. */
  name: z.string(),
  /**
   * When the person confirmed it; null while the link has not been opened, or the code not entered, and in a browser
   * from the end of the session until the person signs in there again.
   */
  confirmedAt: InstantSchema.nullable(),
  lastSentAt: InstantSchema.nullable(),
  /** What the other side answered to the latest messages, if it refused as many as make a channel broken. */
  broken: z.string().nullable(),
});
export type MessageAddress = z.infer<typeof MessageAddressSchema>;

/** What the installation offers, and what the caller has set up. A channel that the operator has not set up is null. */
export const MessageChannelsSchema = z.object({
  email: z.object({ address: z.string(), state: MessageAddressSchema.nullable() }).nullable(),
  push: z
    .object({
      /** The key that browsers subscribe with (RFC 8292), base64url. */
      publicKey: z.string(),
      browsers: z.array(MessageAddressSchema),
    })
    .nullable(),
  gateway: z
    .object({
      /** What the operator calls the channel, such as `WhatsApp`. */
      label: z.string(),
      /** The phone number of the account as it was entered. */
      phone: z.string().nullable(),
      /** The same with its country code and without spaces; null if there is none, or nothing can be sent to it. */
      number: z.string().nullable(),
      state: MessageAddressSchema.nullable(),
      /** Until when the code that was sent last can be entered. */
      codeUntil: InstantSchema.nullable(),
    })
    .nullable(),
  preferences: MessagePreferencesSchema,
});
export type MessageChannels = z.infer<typeof MessageChannelsSchema>;

/** The secret of a link in an email: 32 random bytes, base64url. */
export const LinkTokenSchema = z.string().regex(/^[\w-]{43}$/, 'This link is incomplete');

export const LinkBody = z.object({ token: LinkTokenSchema });

export const CODE_MINUTES = 10;

/** The code of a message that confirms a phone number. */
export const ConfirmNumberBody = z.object({
  code: requiredText('Code is required').regex(/^\d{6}$/, 'Enter the 6 digits of the code'),
});
export type ConfirmNumberBody = z.infer<typeof ConfirmNumberBody>;

export const SubscribeBody = z.object({
  /** Where the push service of the browser accepts messages. */
  endpoint: z.url({ protocol: /^https$/, error: 'Must be an https address' }).max(1_000),
  keys: z.object({
    /** Public key of the browser (RFC 8291), base64url. */
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'Invalid key'),
    auth: z.string().regex(/^[\w-]{22}={0,2}$/, 'Invalid key'),
  }),
  /** Only where the person has switched push on in this browser before; otherwise it is not added. */
  onlyIfKnown: z.boolean().optional(),
});
export type SubscribeBody = z.infer<typeof SubscribeBody>;

export const TestMessageBody = z.object({ channel: enumOf(messageChannels) });

/** What became of a test message. */
export const TestResultSchema = z.object({
  accepted: z.boolean(),
  /** What the mail host, the push services or the gateway answered. */
  answer: z.string(),
});
export type TestResult = z.infer<typeof TestResultSchema>;

export const messagePurposes = ['notice', 'digest', 'confirmation', 'password_reset', 'purchase_order'] as const;
export type MessagePurpose = (typeof messagePurposes)[number];

export const messagePurposeLabels: Record<MessagePurpose, string> = {
  notice: 'Notification',
  digest: 'Digest',
  confirmation: 'Confirmation of an address',
  password_reset: 'Password reset',
  purchase_order: 'Purchase order',
};

/** A message that was given up after all retries. */
export const FailedMessageSchema = z.object({
  _id: IdSchema,
  purpose: enumOf(messagePurposes),
  channel: enumOf(messageChannels),
  /** Null for someone who has been removed, for a password reset, and for someone without an account. */
  recipient: z.object({ _id: IdSchema, name: z.string() }).nullable(),
  /** The email address of someone without an account, such as a supplier; null for all others. */
  address: z.string().nullable(),
  attempts: z.number().int(),
  failedAt: InstantSchema,
  /** What the other side answered. */
  error: z.string(),
});
export type FailedMessage = z.infer<typeof FailedMessageSchema>;

/** Fields of the list of failed messages besides the page. */
export const failedMessageListFields = {
  /** Whether the operator has set up a mail host. */
  emailOffered: z.boolean(),
  /** Messages that are due or will be sent later. */
  waiting: z.number().int(),
};
