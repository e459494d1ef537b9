import { parseArgs } from 'node:util';

export interface CommandLine {
  dbpath: string;
  port: number;
  bindIp: string;
  ephemeral: boolean;
  /** Listens on this socket path instead of on TCP. */
  socket: string | undefined;
  /** The process whose end also ends this one. */
  parentPid: number | undefined;
  ttlSeconds: number;
  transactionSeconds: number;
}

/** Reads the command line. @throws Error naming the unknown option. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const { values } = parseArgs({
    args: [...args],
    options: {
      dbpath: { type: 'string', default: './data' },
      port: { type: 'string', default: '27017' },
      bind_ip: { type: 'string', default: '127.0.0.1' },
      ephemeral: { type: 'boolean', default: false },
      socket: { type: 'string' },
      'parent-pid': { type: 'string' },
      setParameter: { type: 'string', multiple: true, default: [] },
    },
  });
  const parameters = new Map(values.setParameter.map((text) => parameter(text)));
  return {
    dbpath: values.dbpath,
    port: integer('port', values.port, 65535),
    bindIp: loopback(values.bind_ip),
    ephemeral: values.ephemeral,
    socket: values.socket,
    parentPid: values['parent-pid'] === undefined ? undefined : integer('parent-pid', values['parent-pid']),
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

function integer(name: string, text: string, most = Number.MAX_SAFE_INTEGER): number {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > most)
    throw new Error(`--${name} must be a number from 0 to ${most}, not ${text}`);
  return number;
}

// Without authentication, anyone who can reach the port has full access to the data.
function loopback(address: string): string {
  if (['127.0.0.1', 'localhost', '::1'].includes(address)) return address === 'localhost' ? '127.0.0.1' : address;
  throw new Error(
    `--bind_ip ${address}: the embedded database has no authentication and listens on this machine only (127.0.0.1)`,
  );
}
