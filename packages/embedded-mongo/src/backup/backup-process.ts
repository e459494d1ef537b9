import { setPriority } from 'node:os';
import { backUp, type Backup } from './backup.js';

/** What the parent sends once: the data folder and the folder of the backup. */
export interface BackupOrder {
  dataDir: string;
  to: string;
}

/** What this process sends: progress any number of times, and then what came of it. */
export type BackupReport =
  { step: 'copying' | 'verifying'; done: number; of: number } | { backup: Backup } | { fault: string };

// A process of its own for a server that makes a backup: hashing and checking do not hold up its requests. People who
// work go first, and the server that checks the copy inherits this.
const BACKGROUND = 10;
const PROGRESS_MILLISECONDS = 250;

const stop = new AbortController();
let reported = 0;

async function run({ dataDir, to }: BackupOrder): Promise<BackupReport> {
  const onProgress = (step: 'copying' | 'verifying', done: number, of: number): void => {
    if (Date.now() - reported < PROGRESS_MILLISECONDS) return;
    reported = Date.now();
    send({ step, done, of });
  };
  try {
    return { backup: await backUp({ dataDir, to, signal: stop.signal, onProgress }) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) };
  }
}

// A parent may be gone before this process knows. Without a callback, that would end it before it has cleaned up.
function send(report: BackupReport): void {
  if (process.connected) process.send?.(report, undefined, undefined, () => undefined);
}

// The parent stops a backup by closing the channel, which also closes when it dies. Nothing unfinished is left then.
process.once('disconnect', () => stop.abort(new Error('The backup was stopped.')));
// The parent receives a Ctrl-C of the terminal as well, and decides.
process.on('SIGINT', () => undefined);

process.once('message', (order: BackupOrder) => {
  setPriority(BACKGROUND);
  void run(order).then((report) => {
    send(report);
    if (process.connected) process.disconnect();
  });
});
