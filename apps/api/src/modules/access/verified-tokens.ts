import { createHash, createSecretKey } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { LRUCache } from 'lru-cache';

export const JWT_ALGORITHM = 'HS256';

/** The id of the session and of its person; tokens that were issued earlier lack the person. */
export type TokenClaims = { sid: string; sub?: string };

const MAX_TOKENS = 10_000;

/** The secret as a parsed key: parsing it for each verification would take sixty times as long as the verification. */
export function jwtKey(secret: string) {
  return createSecretKey(Buffer.from(secret, 'utf8'));
}

/**
 * Verifies the signature of a token only once: a signature does not change, and only its expiry depends on time. What
 * can change, the session and its person, is in no token and is checked with every request. Kept by hash, so that
 * memory contains no tokens.
 */
@Injectable()
export class VerifiedTokens {
  private readonly claims = new LRUCache<string, TokenClaims & { exp?: number }>({ max: MAX_TOKENS });

  constructor(private readonly jwt: JwtService) {}

  /** `undefined` if the token is forged or has expired. */
  findClaims(token: string): TokenClaims | undefined {
    const hash = createHash('sha256').update(token).digest('base64');
    const known = this.claims.get(hash);
    if (known && !hasExpired(known)) return known;
    this.claims.delete(hash);
    try {
      const verified = this.jwt.verify<TokenClaims & { exp?: number }>(token);
      this.claims.set(hash, verified);
      return verified;
    } catch {
      return undefined;
    }
  }
}

/** In whole seconds, like the library. */
function hasExpired({ exp }: { exp?: number }): boolean {
  return exp !== undefined && Math.floor(Date.now() / 1_000) >= exp;
}
