import { fork } from 'node:child_process';
import type { BackupOrder, BackupReport } from '@shifa/embedded-mongo/backup-process' with {
  'resolution-mode': 'import',
};

type Progress = Extract<BackupReport, { step: string }>;
export type Made = Extract<BackupReport, { backup: object }>['backup'];

/**
 * Makes a backup in a process of its own, so that no request has to wait for it.
 * @throws Error with the reason; nothing unfinished is left then, unless both processes were killed
 */
export async function makeBackup(
  order: BackupOrder,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (progress: Progress) => void },
): Promise<Made> {
  const child = fork(require.resolve('@shifa/embedded-mongo/backup-process'), {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const stop = () => {
    if (child.connected) child.disconnect();
  };
  let outcome: BackupReport | undefined;
  child.on('message', (report: BackupReport) => {
    if ('step' in report) onProgress(report);
    else outcome = report;
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', () => resolve());
  });
  signal.addEventListener('abort', stop);
  child.send(order);
  await ended.finally(() => signal.removeEventListener('abort', stop));
  if (outcome && 'backup' in outcome) return outcome.backup;
  throw new Error(outcome && 'fault' in outcome ? outcome.fault : 'The process that made the backup ended too early.');
}
