import { JwtService } from '@nestjs/jwt';
import { JWT_ALGORITHM, jwtKey, VerifiedTokens } from './verified-tokens';

const DAY_MS = 86_400_000;

function setup() {
  const jwt = new JwtService({
    secret: jwtKey('a secret of the test, long enough'),
    signOptions: { algorithm: JWT_ALGORITHM, expiresIn: 30 * 86_400 },
    verifyOptions: { algorithms: [JWT_ALGORITHM] },
  });
  return { jwt, verify: jest.spyOn(jwt, 'verify'), tokens: new VerifiedTokens(jwt) };
}

describe('verified tokens', () => {
  afterEach(() => jest.restoreAllMocks());

  it('are verified once', () => {
    const { jwt, verify, tokens } = setup();
    const token = jwt.sign({ sid: 'session', sub: 'person' });
    for (let request = 0; request < 3; request += 1) {
      expect(tokens.findClaims(token)).toMatchObject({ sid: 'session', sub: 'person' });
    }
    expect(verify).toHaveBeenCalledTimes(1);
  });

  it('are refused once they have expired, also those that were verified before', () => {
    const { jwt, tokens } = setup();
    const token = jwt.sign({ sid: 'session' });
    expect(tokens.findClaims(token)).toBeDefined();
    jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 30 * DAY_MS + 1_000);
    expect(tokens.findClaims(token)).toBeUndefined();
    expect(tokens.findClaims(token)).toBeUndefined();
  });

  it('do not vouch for others with the same claims', () => {
    const { jwt, tokens } = setup();
    const token = jwt.sign({ sid: 'session' });
    expect(tokens.findClaims(token)).toBeDefined();
    const other = new JwtService({ secret: 'another secret, long enough' }).sign({ sid: 'session' });
    const unsigned = `${token.split('.').slice(0, 2).join('.')}.`;
    for (const forged of [other, unsigned, token.slice(0, -2), `${token}a`, '', 'nonsense']) {
      expect(tokens.findClaims(forged)).toBeUndefined();
    }
  });
});
