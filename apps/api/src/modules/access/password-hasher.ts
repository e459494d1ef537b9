import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { pools } from '../../platform/limits/pools';

/** OWASP's second recommendation for argon2id, the package's default kind: 19 MiB, two passes, one lane. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** For generated passwords, which have 69 random bits and so resist guessing by themselves. */
const lightOptions = { memoryCost: 4_096, timeCost: 1, parallelism: 1 };
const LIGHT = `$m=${lightOptions.memoryCost},t=${lightOptions.timeCost},p=1$`;

/** What an unknown address is checked against, so that it takes as long as a known one. */
const NOBODY = '$argon2id$v=19$m=19456,t=2,p=1$pmS1Uk65oVeEiEOgnDACXw$DsKEyFYq/xC/GLSvyZDIhnc6pxTXlLCLISFwDZovLFI';

/**
 * argon2id, a bounded number at a time, so that a flood of sign-ins cannot take all memory and cores. `person` says whose
 * share of them is used, see `pools.passwords`.
 */
@Injectable()
export class PasswordHasher {
  async hash(person: string, password: string): Promise<string> {
    return pools.passwords.run(person, () => hash(password, options));
  }

  /** For generated passwords only: an import hashes hundreds of them within a request. */
  async hashGenerated(person: string, password: string): Promise<string> {
    return pools.passwords.run(person, () => hash(password, lightOptions));
  }

  /** Takes the same time for a missing hash (`undefined`, never a match), a light one and a full one. */
  async verify(person: string, passwordHash: string | undefined, password: string): Promise<boolean> {
    const matches = await pools.passwords.run(person, async () => {
      if (passwordHash?.includes(LIGHT)) await verify(NOBODY, password);
      return verify(passwordHash ?? NOBODY, password);
    });
    return matches && passwordHash !== undefined;
  }
}
