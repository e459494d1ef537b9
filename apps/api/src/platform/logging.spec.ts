import { Writable } from 'node:stream';
import { requestContext } from './http/request-context';
import { createLogger, NestLogger } from './logging';

function capture(level: string) {
  const lines: Record<string, unknown>[] = [];
  const stream = new Writable({
    write: (chunk: Buffer, _, done) => {
      lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
      done();
    },
  });
  return { lines, logger: createLogger(level, stream) };
}

describe('the log', () => {
  it('bears the id of the request, through every await', async () => {
    const { lines, logger } = capture('info');
    await requestContext.run({ requestId: 'request-1' }, async () => {
      await Promise.resolve();
      logger.info('within');
    });
    logger.info('without');
    expect(lines).toMatchObject([{ msg: 'within', requestId: 'request-1' }, { msg: 'without' }]);
    expect(lines[1]).not.toHaveProperty('requestId');
  });

  it('writes no password and no token', () => {
    const { lines, logger } = capture('info');
    const secret = 'Shifa@2026';
    logger.info({
      password: secret,
      token: secret,
      body: { password: secret, token: secret },
      user: { passwordHash: secret },
      headers: { authorization: secret },
      req: { headers: { authorization: secret } },
    });
    expect(JSON.stringify(lines)).not.toContain(secret);
    expect(JSON.stringify(lines)).toContain('[redacted]');
  });

  it('keeps the wiring of the framework for who debugs, and an error with its stack', () => {
    const { lines, logger } = capture('info');
    const nest = new NestLogger(logger);
    nest.log('Mapped {/api} route', 'RouterExplorer');
    nest.log('Migrating', 'Migrations');
    nest.error(new Error('broken'), 'ErrorFilter');
    expect(lines).toMatchObject([
      { msg: 'Migrating', context: 'Migrations' },
      { msg: 'broken', context: 'ErrorFilter', err: { stack: expect.stringContaining('logging.spec') as string } },
    ]);
  });
});
