/** @isolated */
import { Writable } from 'node:stream';
import { Logger } from '@nestjs/common';
import { requestContext } from './request-context';
import { AppLogger, createLogger } from './logging';

const lines: Record<string, unknown>[] = [];
const stream = new Writable({
  write: (chunk: Buffer, _, done) => {
    lines.push(JSON.parse(chunk.toString()) as Record<string, unknown>);
    done();
  },
});
// One for all tests: nestjs-pino keeps the first logger of the process.
const logger = createLogger('info', stream);

describe('the log', () => {
  beforeEach(() => {
    lines.length = 0;
  });

  it('has the id of the request, through every await', async () => {
    Logger.overrideLogger(new AppLogger(logger));
    await requestContext.run({ requestId: 'request-1' }, async () => {
      await Promise.resolve();
      new Logger('Inside').log('within');
    });
    new Logger('Outside').log('without');
    expect(lines).toMatchObject([{ msg: 'within', requestId: 'request-1' }, { msg: 'without' }]);
    expect(lines[1]).not.toHaveProperty('requestId');
  });

  it('contains no password and no token', () => {
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

  it('leaves the wiring of the framework to the debug level, and has the stack of an error', () => {
    const nest = new AppLogger(logger);
    nest.log('Mapped {/api} route', 'RouterExplorer');
    nest.log('Migrating', 'Migrations');
    nest.error(new Error('broken'), 'ErrorFilter');
    expect(lines).toMatchObject([
      { msg: 'Migrating', context: 'Migrations' },
      { msg: 'broken', context: 'ErrorFilter', err: { stack: expect.stringContaining('logging.spec') as string } },
    ]);
  });
});
