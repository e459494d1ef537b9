import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { addressKey } from '../../platform/limits/address-key';
import { consumePoint, tooMany } from '../../platform/limits/failure-limit';
import { LimiterFactory } from '../../platform/limits/limiter-factory';

const QUARTER_HOUR = 900;
/** Timers of Node.js cannot wait longer than 24 days. */
const KNOWN_FOR_SECONDS = 20 * 86_400;

/** More than a person or a laboratory behind one address needs, few enough that the hashing cannot occupy the process. */
const SUCCESSES_PER_ACCOUNT = 100;
const SUCCESSES_PER_ADDRESS = 600;

/** Where an attempt to sign in comes from. */
export type LoginOrigin = {
  ipAddress: string;
  /** A random secret that the browser keeps; people in other browsers do not know it. */
  browserId?: string | undefined;
};

/**
 * Slows down guessing without locking out the owner of an account. Failures are counted per pair of address and
 * account, so that guesses from elsewhere do not affect the owner. The wider counts, per address and per account, are
 * skipped for an address from which this account has signed in before. A browser in which this account has signed in
 * before has a count of its own in place of all of these, so that guesses by a colleague behind the same address do not
 * affect the owner either. Successful sign-ins, which reset the count of failures, have limits of their own.
 */
@Injectable()
export class LoginThrottle {
  private readonly pair;
  private readonly address;
  private readonly account;
  private readonly known;
  private readonly browser;
  private readonly knownBrowser;
  private readonly successesOfAccount;
  private readonly successesOfAddress;

  constructor(limiters: LimiterFactory) {
    const limit = (name: string, points: number, duration = QUARTER_HOUR) =>
      limiters.create({ keyPrefix: `login:${name}`, points, duration });
    this.pair = limit('pair', 10);
    this.address = limit('address', 100);
    this.account = limit('account', 100);
    this.known = limit('known', 1, KNOWN_FOR_SECONDS);
    this.browser = limit('browser', 10);
    this.knownBrowser = limit('known-browser', 1, KNOWN_FOR_SECONDS);
    this.successesOfAccount = limit('account-success', SUCCESSES_PER_ACCOUNT);
    this.successesOfAddress = limit('address-success', SUCCESSES_PER_ADDRESS);
  }

  /**
   * Counts an attempt before it is made, so that simultaneous attempts are counted too.
   * @throws DomainError TOO_MANY_LOGINS with the seconds to wait.
   */
  async attempt(email: string, origin: LoginOrigin): Promise<void> {
    const { pair, browser, account, address } = throttleKeys(email, origin);
    const known = await this.knownBrowserKey(browser);
    await (known === undefined ? consumePoint(this.pair, pair) : consumePoint(this.browser, known));
    await this.assertNotUsedUp(this.successesOfAccount, account);
    await this.assertNotUsedUp(this.successesOfAddress, address);
    if (known !== undefined || (await this.known.get(pair)) !== null) return;
    await consumePoint(this.address, address);
    await consumePoint(this.account, account);
  }

  /** @throws DomainError TOO_MANY_LOGINS with the seconds to wait. */
  async succeeded(email: string, origin: LoginOrigin): Promise<void> {
    const { pair, browser, account, address } = throttleKeys(email, origin);
    await consumePoint(this.successesOfAccount, account);
    await consumePoint(this.successesOfAddress, address);
    const known = await this.knownBrowserKey(browser);
    if (known !== undefined) await this.browser.delete(known);
    else {
      if ((await this.known.get(pair)) === null) {
        await this.address.reward(address, 1);
        await this.account.reward(account, 1);
      }
      await this.pair.delete(pair);
    }
    await this.known.set(pair, 1, KNOWN_FOR_SECONDS);
    if (browser !== undefined) await this.knownBrowser.set(browser, 1, KNOWN_FOR_SECONDS);
  }

  /** The key of the browser, if the account has signed in with it before. */
  private async knownBrowserKey(browser: string | undefined): Promise<string | undefined> {
    return browser !== undefined && (await this.knownBrowser.get(browser)) !== null ? browser : undefined;
  }

  /** Before the password is verified, which is the expensive part. */
  private async assertNotUsedUp(limiter: Limiter, key: string): Promise<void> {
    const used = await limiter.get(key);
    if (used && used.remainingPoints <= 0) throw tooMany(used);
  }
}

type Limiter = ReturnType<LimiterFactory['create']>;

/** Hashed, so that a shared store contains no email addresses, network addresses or secrets of browsers. */
function throttleKeys(email: string, { ipAddress, browserId }: LoginOrigin) {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);
  const address = addressKey(ipAddress);
  return {
    pair: digest(`${email.toLowerCase()}\n${address}`),
    browser: browserId === undefined ? undefined : digest(`${email.toLowerCase()}\n${browserId}`),
    account: digest(email.toLowerCase()),
    address: digest(address),
  };
}
