import { LimiterFactory } from '../limits/limiter-factory';
import { DomainError } from '../domain/domain-error';
import { RequestLimits } from './request-limits';

async function passed(count: () => Promise<void>, times: number): Promise<number> {
  const answers = await Promise.allSettled(Array.from({ length: times }, count));
  return answers.filter(({ status }) => status === 'fulfilled').length;
}

describe('the limits of requests', () => {
  it('stop one person, and nobody else', async () => {
    const limits = new RequestLimits(new LimiterFactory());
    expect(await passed(() => limits.countPerson('a'), 6_100)).toBe(6_000);
    expect(await passed(() => limits.countPerson('b'), 10)).toBe(10);
  });

  it('stop one address earlier, and say when to come back', async () => {
    const limits = new RequestLimits(new LimiterFactory());
    expect(await passed(() => limits.countAddress('203.0.113.5'), 1_300)).toBe(1_200);
    const refusal = await limits.countAddress('203.0.113.5').catch((error: unknown) => error as DomainError);
    expect(refusal).toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect((refusal as DomainError).details.retryAfter).toBeGreaterThan(0);
  });

  it('count an IPv6 client by its /64 network, and an IPv4-mapped address as IPv4', async () => {
    const limits = new RequestLimits(new LimiterFactory());
    let client = 0;
    expect(await passed(() => limits.countAddress(`2001:db8:1:2::${(client += 1).toString(16)}`), 1_300)).toBe(1_200);
    expect(await passed(() => limits.countAddress('2001:db8:1:3::1'), 10)).toBe(10);
    await passed(() => limits.countAddress('203.0.113.5'), 1_200);
    await expect(limits.countAddress('::ffff:203.0.113.5')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  });
});
