import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A process that its parent never waits for: once killed, it remains as a zombie until the parent ends. */
export interface UnreapedProcess {
  pid: number;
  /** Resolves with the next line that it prints and the pattern matches. */
  line(pattern: RegExp): Promise<string>;
  /** Ends the parent, and with it the zombie. */
  stop(): void;
}

/** Starts a command whose parent becomes a `sleep`, which has never heard of a child. */
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
