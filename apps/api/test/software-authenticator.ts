import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AddPasskeyBody, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@shifa/contract';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Ways = { verified?: boolean; counter?: number; origin?: string };

/** A passkey as a browser would keep it (ES256), so that tests need none. */
export class SoftwareAuthenticator {
  private readonly id = randomBytes(16);
  private readonly privateKey: KeyObject;
  private readonly publicKey: Record<'x' | 'y', Buffer>;
  private userHandle = '';

  constructor(private readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    this.privateKey = privateKey;
    this.publicKey = { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  create({ challenge, rp, user }: PasskeyCreation, ways: Ways = {}): AddPasskeyBody['answer'] {
    this.userHandle = user.id;
    const key = new Map<number, number | Buffer>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, this.publicKey.x],
      [-3, this.publicKey.y],
    ]);
    const length = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([Buffer.alloc(16), length, this.id, isoCBOR.encode(key)]);
    const authData = Buffer.concat([this.data(rp.id, HAS_CREDENTIAL, ways), credential]);
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    const attestationObject = Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url');
    const clientDataJSON = this.clientData('webauthn.create', challenge, ways);
    return { ...this.named(), response: { clientDataJSON, attestationObject } };
  }

  get({ challenge, rpId }: PasskeyRequest, ways: Ways = {}): PasskeyAnswer {
    const data = this.data(rpId, 0, ways);
    const clientDataJSON = this.clientData('webauthn.get', challenge, ways);
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([data, hash]), this.privateKey).toString('base64url');
    const authenticatorData = data.toString('base64url');
    const { userHandle } = this;
    return { ...this.named(), response: { clientDataJSON, authenticatorData, signature, userHandle } };
  }

  private named() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key' } as const;
  }

  private data(rpId: string, flags: number, { verified = true, counter = 0 }: Ways): Buffer {
    const counted = Buffer.alloc(4);
    counted.writeUInt32BE(counter);
    const all = USER_PRESENT | (verified ? USER_VERIFIED : 0) | flags;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), counted]);
  }

  private clientData(type: string, challenge: string, { origin = this.origin }: Ways): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  }
}
