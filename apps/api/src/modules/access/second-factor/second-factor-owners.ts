import type { SecondFactorMethod } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { PasskeyRepository } from './passkey.repository';
import { SecondFactorRepository } from './second-factor.repository';

/** Who has which second factor. */
@Injectable()
export class SecondFactorOwners {
  constructor(
    private readonly rows: SecondFactorRepository,
    private readonly passkeys: PasskeyRepository,
  ) {}

  /** What the person can finish a sign-in with; nothing if the password alone suffices. */
  async methodsOf(userId: string): Promise<SecondFactorMethod[]> {
    const [row, passkeys] = await readAll(
      () => this.rows.find(userId),
      () => this.passkeys.ofPerson(userId),
    );
    const factors: SecondFactorMethod[] = [
      ...(row?.authenticator ? (['authenticator'] as const) : []),
      ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ];
    return factors.length > 0 && row && row.recoveryHashes.length > 0 ? [...factors, 'recovery'] : factors;
  }

  async hasFactor(userId: string): Promise<boolean> {
    return (await this.methodsOf(userId)).length > 0;
  }
}
