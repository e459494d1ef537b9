import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** A process whose parent never waits for it: once killed, it remains a zombie until the parent ends. */
export interface UnreapedProcess {
  pid: number;
  /** Resolves with the first line of output that matches. */
  line(pattern: RegExp): Promise<string>;
  /** Ends the parent and thereby removes the zombie. */
  stop(): void;
}

/** Starts a command whose parent is replaced by `sleep`, which does not wait for children. */
export async function spawnUnreaped(command: string, args: readonly string[]): Promise<UnreapedProcess> {
  const script = '"$0" "$@" & echo "pid $!"; exec sleep 600';
  const parent = spawn('sh', ['-c', script, command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const waiting: { pattern: RegExp; resolve: (line: string) => void }[] = [];
  const printed: string[] = [];
  createInterface({ input: parent.stdout }).on('line', (text) => {
    printed.push(text);
    for (const { pattern, resolve } of waiting) if (pattern.test(text)) resolve(text);
  });
  const line = (pattern: RegExp): Promise<string> => {
    const found = printed.find((text) => pattern.test(text));
    return found === undefined ? new Promise((resolve) => waiting.push({ pattern, resolve })) : Promise.resolve(found);
  };
  const pid = Number((await line(/^pid /)).slice('pid '.length));
  return { pid, line, stop: () => void parent.kill('SIGKILL') };
}

/** False also for a process that has ended but remains as a zombie, if the system exposes that (Linux). */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
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
