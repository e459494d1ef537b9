import { AnswerSeal } from './answer-seal';

const SECRET = 'a secret of tests that is long enough';
const TEXT = JSON.stringify({ name: 'Zoë', temporaryPassword: 'Kv7m-Rt4p-Qw9e' });

describe('a sealed answer', () => {
  const seal = new AnswerSeal(SECRET);

  it('opens to what was sealed, also after a restart with the same secret', () => {
    expect(new AnswerSeal(SECRET).open('asha:1', seal.seal('asha:1', TEXT))).toBe(TEXT);
  });

  it('shows nothing of it, and is another each time', () => {
    const sealed = [seal.seal('asha:1', TEXT), seal.seal('asha:1', TEXT)];
    expect(new Set(sealed).size).toBe(2);
    for (const text of sealed) expect(Buffer.from(text, 'base64').toString('latin1')).not.toContain('Kv7m');
  });

  it('stays shut for another name, another secret, and once it was changed', () => {
    const sealed = seal.seal('asha:1', TEXT);
    const changed = Buffer.from(sealed, 'base64');
    changed.writeUInt8(changed.readUInt8(40) ^ 1, 40);
    expect(() => seal.open('asha:2', sealed)).toThrow();
    expect(() => new AnswerSeal(`${SECRET}!`).open('asha:1', sealed)).toThrow();
    expect(() => seal.open('asha:1', changed.toString('base64'))).toThrow();
  });
});
