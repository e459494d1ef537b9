import { randomInt } from 'node:crypto';
import { passwordRules } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { PasswordHasher } from './password-hasher';

/** Without what is taken for something else when it is read aloud or copied from paper: 0 O o, 1 I l. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';
const GROUPS = 3;
const GROUP_LENGTH = 4;

/** `password` is told once and kept nowhere. */
export type TemporaryPassword = { password: string; passwordHash: string };

/** Passwords of our own making, such as `Kv7m-Rt4p-Qw9e`: 69 bits of chance, readable, within the password rules. */
@Injectable()
export class TemporaryPasswords {
  constructor(private readonly hasher: PasswordHasher) {}

  async make(): Promise<TemporaryPassword> {
    const password = randomPassword();
    return { password, passwordHash: await this.hasher.hashGenerated(password) };
  }

  async makeMany(count: number): Promise<TemporaryPassword[]> {
    const made: TemporaryPassword[] = [];
    // In turn: the hasher works beside this thread, and others who wait for it are not kept waiting for all of these.
    while (made.length < count) made.push(await this.make());
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
