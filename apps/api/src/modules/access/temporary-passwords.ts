import { randomInt } from 'node:crypto';
import { passwordRules } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { PasswordHasher } from './password-hasher';

/** Without characters that are confused when they are read aloud or copied from paper: 0 O o, 1 I l. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** `password` is returned once and stored nowhere. */
export type TemporaryPassword = { password: string; passwordHash: string };

/** `person`: see `PasswordHasher`. Generated passwords such as `Kv7m-Rt4p-Qw9e`: 69 bits of entropy, readable, and valid by the password rules. */
@Injectable()
export class TemporaryPasswords {
  constructor(private readonly hasher: PasswordHasher) {}

  async make(person: string): Promise<TemporaryPassword> {
    const password = randomPassword();
    return { password, passwordHash: await this.hasher.hashGenerated(person, password) };
  }

  async makeMany(person: string, count: number): Promise<TemporaryPassword[]> {
    const made: TemporaryPassword[] = [];
    // One after the other: the hasher runs in another thread, and other requests for it must not wait for all of these.
    while (made.length < count) made.push(await this.make(person));
    return made;
  }
}

function randomPassword(): string {
  for (;;) {
    const password = Array.from({ length: GROUPS }, randomGroup).join('-');
    if (passwordRules.every(({ test }) => test(password))) return password;
  }
}

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');
}
