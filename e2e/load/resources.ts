import { readdir, readFile } from 'node:fs/promises';

/** The unit of processor time in /proc. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;
const SAMPLE_MS = 1_000;

/** What the processes of a group used: processor seconds and the largest resident memory, both added up. */
export type Use = { cpuSeconds: number; memoryMb: number };

/** Watches groups of processes with their children, on Linux. */
export class Resources {
  private readonly peaks = new Map<string, number>();
  private readonly before = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly groups: Readonly<Record<string, readonly number[]>>) {}

  async start(): Promise<void> {
    for (const name of Object.keys(this.groups)) this.before.set(name, (await this.read(name)).cpuSeconds);
    this.timer = setInterval(() => void this.sample(), SAMPLE_MS);
  }

  async stop(): Promise<Record<string, Use>> {
    clearInterval(this.timer);
    const uses = Object.keys(this.groups).map(async (name): Promise<[string, Use]> => {
      const { cpuSeconds, memoryMb } = await this.read(name);
      const used = cpuSeconds - (this.before.get(name) ?? 0);
      return [name, { cpuSeconds: used, memoryMb: Math.max(memoryMb, this.peaks.get(name) ?? 0) }];
    });
    return Object.fromEntries(await Promise.all(uses));
  }

  private async sample(): Promise<void> {
    for (const name of Object.keys(this.groups)) {
      const { memoryMb } = await this.read(name);
      this.peaks.set(name, Math.max(memoryMb, this.peaks.get(name) ?? 0));
    }
  }

  private async read(name: string): Promise<Use> {
    const uses = await Promise.all((this.groups[name] ?? []).map(useOf));
    return {
      cpuSeconds: uses.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      memoryMb: uses.reduce((sum, { memoryMb }) => sum + memoryMb, 0),
    };
  }
}

/** Of a process alone; nothing where it has ended or the system has no /proc. */
async function useOf(pid: number): Promise<Use> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the program may contain spaces; what follows it does not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, pages] = [fields[11], fields[12], fields[21]].map(Number);
    return {
      cpuSeconds: ((user ?? 0) + (system ?? 0)) / TICKS_PER_SECOND,
      memoryMb: ((pages ?? 0) * PAGE_BYTES) / 1e6,
    };
  } catch {
    return { cpuSeconds: 0, memoryMb: 0 };
  }
}

/** The processes that a process has started. */
export async function childrenOf(pid: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid) found.push(Number(name));
  }
  return found;
}
