import { readFileSync } from 'node:fs';

const POLL_MILLISECONDS = 1000;

/**
 * Calls back when the process that started this one is gone, for whatever reason: when the channel to it closes or,
 * if its pid is given, as soon as no such process is running.
 */
export function onParentExit(parentPid: number | undefined, callback: () => void): void {
  if (process.channel) {
    process.once('disconnect', callback);
    // The channel alone must not keep a server alive that has stopped listening.
    process.channel.unref();
  }
  if (parentPid === undefined) return;
  const isChild = process.ppid === parentPid;
  const timer = setInterval(() => {
    // When a parent dies, its children get a new parent immediately, even while the dead parent remains a zombie.
    if (isRunning(parentPid) && !(isChild && process.ppid !== parentPid)) return;
    clearInterval(timer);
    callback();
  }, POLL_MILLISECONDS);
  timer.unref();
}

/** Also false for a process that has ended but remains as a zombie, if the system exposes that (Linux). */
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
    // The state is the letter after the name, which is in parentheses and may contain parentheses itself.
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return /^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
  } catch {
    return false;
  }
}
