import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts texts with a key for one purpose only, which is derived from the server's secret. */
export class PurposeCipher {
  private readonly key: Buffer;

  constructor(secret: string, purpose: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
  }

  /** @param name identifies the text; decryption fails with any other name. */
  encrypt(name: string, text: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.key, nonce).setAAD(Buffer.from(name));
    const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64');
  }

  /** @throws Error if the text was encrypted with another secret, purpose or name, or has been modified. */
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
