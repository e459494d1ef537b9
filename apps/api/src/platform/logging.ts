import { Logger, PinoLogger } from 'nestjs-pino';
import { type DestinationStream, type Logger as Pino, type LoggerOptions, pino } from 'pino';
import { requestContext } from './request-context';

/** JSON lines on standard output, without secrets, with the id of the request that is being handled. */
export function createLogger(level: string, destination?: DestinationStream): Pino {
  const options: LoggerOptions = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: () => ({ ...requestContext.getStore() }),
    redact: {
      paths: [
        'password',
        '*.password',
        'token',
        '*.token',
        '*.passwordHash',
        'headers.authorization',
        '*.headers.authorization',
      ],
      censor: '[redacted]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Contexts in which Nest reports its own wiring, which is of interest only when that wiring changes. */
const wiringContexts = new Set<unknown>([
  'InstanceLoader',
  'NestApplication',
  'NestFactory',
  'RouterExplorer',
  'RoutesResolver',
  'WebSocketsController',
]);

/** The logger behind Nest's `Logger`; Nest's wiring is logged at `debug`. */
export class AppLogger extends Logger {
  constructor(logger: Pino) {
    const params = { pinoHttp: { logger } };
    super(new PinoLogger(params), params);
  }

  override log(message: unknown, ...params: unknown[]): void {
    if (wiringContexts.has(params.at(-1))) this.debug(message, ...params);
    else super.log(message, ...params);
  }
}
