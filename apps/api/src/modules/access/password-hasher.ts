import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { DomainError } from '../../platform/http/domain-error';

/** OWASP's second recommendation for argon2id, the package's default kind: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** For passwords of our own making: 69 bits of chance stand against guessing by themselves. */
const lightOptions = { memoryCost: 4_096, timeCost: 1, parallelism: 1 };
const LIGHT = `$m=${lightOptions.memoryCost},t=${lightOptions.timeCost},p=1$`;

const AT_ONCE = 2;
const MOST_WAITING = 100;

/** What an unknown address is checked against, so that it takes as long as a known one. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$pmS1Uk65oVeEiEOgnDACXw$DsKEyFYq/xC/GLSvyZDIhnc6pxTXlLCLISFwDZovLFI';

/** argon2id, a bounded number at a time, so that a flood of sign-ins cannot take all memory and cores. */
@Injectable()
export class PasswordHasher {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  async hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, options));
  }

  /** For random passwords alone: hundreds of an imported sheet are hashed within a request. */
  async hashGenerated(password: string): Promise<string> {
    return this.inTurn(() => hash(password, lightOptions));
  }

  /** Takes as long for nobody's hash (`undefined`) as for somebody's, and says no; as long for a light one too. */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    const matches = await this.inTurn(async () => {
      if (passwordHash?.includes(LIGHT)) await verify(NOBODY, password);
      return verify(passwordHash ?? NOBODY, password);
    });
    return matches && passwordHash !== undefined;
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.running >= AT_ONCE) {
      if (this.waiting.length >= MOST_WAITING) throw new DomainError('UNAVAILABLE', { retryAfter: 2 });
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else {
      this.running += 1;
    }
    try {
      return await work();
    } finally {
      // A waiting one inherits the place, so that nobody slips in between.
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }
}
