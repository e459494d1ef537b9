import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts stored responses, because some contain data that is shown only once, such as a temporary password. */
@Injectable()
export class ResponseCipher {
  private readonly key: Buffer;

  /** @param secret the server's secret, from which a key for this purpose only is derived. */
  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'idempotent answers', KEY_BYTES));
  }

  /** @param name identifies the response; decryption fails with any other name. */
  encrypt(name: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(name));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
  }

  /** @throws Error if the text was encrypted with another secret or name, or has been modified. */
  decrypt(name: string, encrypted: string): string {
    const bytes = Buffer.from(encrypted, 'base64');
    const tagAt = NONCE_BYTES;
    const textAt = NONCE_BYTES + TAG_BYTES;
    const decipher = createDecipheriv(CIPHER, this.key, bytes.subarray(0, tagAt), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(tagAt, textAt));
    return decipher.update(bytes.subarray(textAt), undefined, 'utf8') + decipher.final('utf8');
  }
}
