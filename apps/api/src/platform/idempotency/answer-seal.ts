import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Keeps answers from being read in the database: some tell what is told only once, such as a temporary password. */
@Injectable()
export class AnswerSeal {
  private readonly key: Buffer;

  /** @param secret the server's own; the key is derived from it for this purpose alone. */
  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'idempotent answers', KEY_BYTES));
  }

  /** @param name whose answer it is: under another name it does not open. */
  seal(name: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(name));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64');
  }

  /** @throws Error where it was sealed with another secret or name, or was changed since. */
  open(name: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const tagAt = NONCE_BYTES;
    const textAt = NONCE_BYTES + TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, tagAt), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(tagAt, textAt));
    return decipher.update(bytes.subarray(textAt), undefined, 'utf8') + decipher.final('utf8');
  }
}
