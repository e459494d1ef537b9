import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { DomainError } from '../../platform/http/domain-error';

/** OWASP's second recommendation for argon2id, the package's default kind: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** For generated passwords, which have 69 random bits and so resist guessing by themselves. */
const lightOptions = { memoryCost: 4_096, timeCost: 1, parallelism: 1 };
const LIGHT = `$m=${lightOptions.memoryCost},t=${lightOptions.timeCost},p=1$`;

const MAX_RUNNING = 2;
const MAX_WAITING = 100;

/** What an unknown address is checked against, so that it takes as long as a known one. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$pmS1Uk65oVeEiEOgnDACXw$DsKEyFYq/xC/GLSvyZDIhnc6pxTXlLCLISFwDZovLFI';

/** argon2id, a bounded number at a time, so that a flood of sign-ins cannot take all memory and cores. */
@Injectable()
export class PasswordHasher {
  private readonly limit = pLimit(MAX_RUNNING);

  async hash(password: string): Promise<string> {
    return this.inTurn(() => hash(password, options));
  }

  /** For generated passwords only: an import hashes hundreds of them within a request. */
  async hashGenerated(password: string): Promise<string> {
    return this.inTurn(() => hash(password, lightOptions));
  }

  /** Takes the same time for a missing hash (`undefined`, never a match), a light one and a full one. */
  async verify(passwordHash: string | undefined, password: string): Promise<boolean> {
    const matches = await this.inTurn(async () => {
      if (passwordHash?.includes(LIGHT)) await verify(NOBODY, password);
      return verify(passwordHash ?? NOBODY, password);
    });
    return matches && passwordHash !== undefined;
  }

  private async inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.limit.pendingCount >= MAX_WAITING) throw new DomainError('UNAVAILABLE', { retryAfter: 2 });
    return this.limit(work);
  }
}
