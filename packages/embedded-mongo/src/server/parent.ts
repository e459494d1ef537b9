const POLL_MILLISECONDS = 1000;

/**
 * Calls back when the process that started this one is gone, however it ended: by the closing of the channel to it,
 * and for one named by its number by looking for it.
 */
export function whenParentIsGone(parentPid: number | undefined, callback: () => void): void {
  if (process.channel) {
    process.once('disconnect', callback);
    // The channel alone must not keep a server alive that has stopped listening.
    process.channel.unref();
  }
  if (parentPid === undefined) return;
  const timer = setInterval(() => {
    if (isAlive(parentPid)) return;
    clearInterval(timer);
    callback();
  }, POLL_MILLISECONDS);
  timer.unref();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
