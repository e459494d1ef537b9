import { parseArgs } from 'node:util';
import type { Endpoint } from '../wire/listener.js';

export interface CommandLine {
  dbpath: string;
  endpoint: Endpoint;
  /** Skips the flush to disk; for tests. */
  ephemeral: boolean;
  /** Whether connections need the password that only the announced address names. */
  auth: boolean;
  /** Between two runs of the TTL monitor. */
  ttlSeconds: number;
  /** How long a transaction may stay open. */
  transactionSeconds: number;
}

// Without `--auth`, anyone who can reach the port has full access to the data.
const HOST = '127.0.0.1';

/** Reads the command line. @throws Error naming the unknown or invalid option. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dbpath: { type: 'string', default: './data' },
      port: { type: 'string', default: '27017' },
      ephemeral: { type: 'boolean', default: false },
      auth: { type: 'boolean', default: false },
      socket: { type: 'string' },
      setParameter: { type: 'string', multiple: true, default: [] },
    },
  });
  const { dbpath, port, ephemeral, auth, socket, setParameter } = values;
  const parameters = new Map(setParameter.map((text) => parameter(text)));
  return {
    dbpath,
    endpoint: socket === undefined ? { host: HOST, port: Number(port) } : { socketPath: socket },
    ephemeral,
    auth,
    ttlSeconds: parameters.get('ttlMonitorSleepSecs') ?? 60,
    transactionSeconds: parameters.get('transactionLifetimeLimitSeconds') ?? 60,
  };
}

const PARAMETERS = ['ttlMonitorSleepSecs', 'transactionLifetimeLimitSeconds'];

function parameter(text: string): [string, number] {
  const [name = '', value = ''] = text.split('=', 2);
  if (!PARAMETERS.includes(name)) throw new Error(`--setParameter ${name} is not supported by the embedded database`);
  const number = Number(value);
  if (!(number > 0)) throw new Error(`--setParameter ${name} must be a number greater than 0`);
  return [name, number];
}
