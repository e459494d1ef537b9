import { readFileSync } from 'node:fs';

const POLL_MILLISECONDS = 1000;

/**
 * Calls back when the process that started this one is gone, however it ended: when the channel to it closes, and,
 * when its number is given, as soon as no such process is running.
 */
export function whenParentIsGone(parentPid: number | undefined, callback: () => void): void {
  if (process.channel) {
    process.once('disconnect', callback);
    // The channel alone must not keep a server alive that has stopped listening.
    process.channel.unref();
  }
  if (parentPid === undefined) return;
  const isChild = process.ppid === parentPid;
  const timer = setInterval(() => {
    // A dead parent's children get another parent at once, even while nobody has reaped the dead one.
    if (isRunning(parentPid) && !(isChild && process.ppid !== parentPid)) return;
    clearInterval(timer);
    callback();
  }, POLL_MILLISECONDS);
  timer.unref();
}

/** False also for a process that has ended and is kept as a zombie, where the system tells (Linux). */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
  return !isZombie(pid);
}

function isZombie(pid: number): boolean {
  try {
    // The state is the letter after the name, which stands in brackets and may hold brackets itself.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}
