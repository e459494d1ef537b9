import { ResponseCipher } from './response-cipher';

const SECRET = 'a secret of tests that is long enough';
const TEXT = JSON.stringify({ name: 'Zoë', temporaryPassword: 'Kv7m-Rt4p-Qw9e' });

describe('an encrypted response', () => {
  const cipher = new ResponseCipher(SECRET);

  it('can be decrypted, also after a restart with the same secret', () => {
    expect(new ResponseCipher(SECRET).decrypt('asha:1', cipher.encrypt('asha:1', TEXT))).toBe(TEXT);
  });

  it('reveals nothing of the text, and differs each time', () => {
    const encrypted = [cipher.encrypt('asha:1', TEXT), cipher.encrypt('asha:1', TEXT)];
    expect(new Set(encrypted).size).toBe(2);
    for (const text of encrypted) expect(Buffer.from(text, 'base64').toString('latin1')).not.toContain('Kv7m');
  });

  it('cannot be decrypted with another name or secret, or after a modification', () => {
    const encrypted = cipher.encrypt('asha:1', TEXT);
    const changed = Buffer.from(encrypted, 'base64');
    changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
    expect(() => cipher.decrypt('asha:2', encrypted)).toThrow();
    expect(() => new ResponseCipher(`${SECRET}!`).decrypt('asha:1', encrypted)).toThrow();
    expect(() => cipher.decrypt('asha:1', changed.toString('base64'))).toThrow();
  });
});
