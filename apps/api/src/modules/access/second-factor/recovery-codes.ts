import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@shifa/contract';

/** Without characters that are confused when they are copied from paper: 0 O, 1 I. */
const CHARACTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Codes such as `KV7M-RT4P-QW9E-2HXA`: 80 random bits, which a fast hash protects as well as a slow one. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, randomGroup).join('-'));
}

/** @param code with or without its hyphens. */
export function hashOfRecoveryCode(userId: string, code: string): string {
  return createHash('sha256')
    .update(`${userId}\n${code.replaceAll('-', '')}`)
    .digest('base64url');
}

function randomGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => CHARACTERS.charAt(randomInt(CHARACTERS.length))).join('');
}
