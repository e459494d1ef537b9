import { Inject, Injectable, type OnModuleDestroy, Optional } from '@nestjs/common';
import nodemailer, { type Transporter } from 'nodemailer';
import { renderMail, type MailContent } from './mail-page';

export type MailSettings = {
  /** `smtp://` or `smtps://`, with the credentials. */
  url: string;
  /** The sender, such as `Shifa MS <no-reply@lab.example>`. */
  from: string;
};

export const MAIL_SETTINGS = Symbol('how emails are sent');

export type Mail = MailContent & {
  to: string;
  /** Who gets the answers, if not the sender. */
  replyTo?: string | null;
  /** Equal for each attempt, so that a mail host can recognise a message that it has already accepted. */
  id: string;
  /** What turns this kind of email off with one click (RFC 8058). */
  unsubscribeUrl?: string;
};

/** The other side refused the message for good: trying again would not help. */
export class RefusedForGood extends Error {}

/** A host that does not answer holds up no other message for longer. */
const TIMEOUT_MS = 20_000;
/** From the queue to the last answer, for a host that answers a little now and then. */
const TOTAL_TIMEOUT_MS = 120_000;

/** The mail host of the environment. Without one, email is not offered anywhere. */
@Injectable()
export class MailHost implements OnModuleDestroy {
  private readonly transport: Transporter | undefined;
  private readonly from: string;

  constructor(@Optional() @Inject(MAIL_SETTINGS) settings: MailSettings | null) {
    this.from = settings?.from ?? '';
    if (settings) {
      const times = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
      // Attachments and texts come from the product only, and never from a file or an address that a text names.
      const safety = { disableFileAccess: true, disableUrlAccess: true };
      const options = { url: settings.url, pool: true, maxConnections: 2, ...times, ...safety };
      this.transport = nodemailer.createTransport(options as object);
    }
  }

  get isOffered(): boolean {
    return this.transport !== undefined;
  }

  onModuleDestroy(): void {
    this.transport?.close();
  }

  /** @returns what the mail host answered. @throws RefusedForGood, and Error if a later attempt can succeed. */
  async send({ to, replyTo, id, unsubscribeUrl, ...content }: Mail): Promise<string> {
    if (!this.transport) throw new RefusedForGood('No mail host is set up');
    const domain = /@([^>\s]+)/.exec(this.from)?.[1] ?? 'localhost';
    try {
      const { response } = (await this.transport.sendMail({
        from: this.from,
        // As an object, because a text could name several addresses.
        to: { name: '', address: to },
        ...(replyTo && { replyTo: { name: '', address: replyTo } }),
        signal: AbortSignal.timeout(TOTAL_TIMEOUT_MS),
        subject: content.subject.replaceAll(/\s+/g, ' '),
        messageId: `<${id}@${domain}>`,
        ...renderMail(content),
        headers: {
          // RFC 3834: no one's vacation reply is sent to it.
          'Auto-Submitted': 'auto-generated',
          ...(unsubscribeUrl !== undefined && {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
      })) as { response: string };
      return response;
    } catch (error) {
      const { responseCode, response, message } = error as {
        responseCode?: number;
        response?: string;
        message: string;
      };
      const answer = response ?? message;
      // RFC 5321: 5yz is permanent. A wrong password of ours (535) is a mistake that an operator can correct.
      const isPermanent = responseCode !== undefined && responseCode >= 550 && responseCode < 560;
      throw isPermanent ? new RefusedForGood(answer) : new Error(answer);
    }
  }
}
