import { writeSync } from 'node:fs';
import { Dispatcher } from '../commands/dispatcher.js';
import { makePrivate } from '../launcher/private-folder.js';
import { FolderError } from '../store/folder.js';
import { Gate } from '../wire/gate.js';
import { Listener, type Endpoint } from '../wire/listener.js';
import type { Answer } from '../wire/connection.js';
import { messageOf } from '../query/error.js';
import { readCommandLine, type CommandLine } from './command-line.js';
import { Engine } from './engine.js';

/** mongod's exit code for a data folder that it cannot use. */
const FOLDER_EXIT_CODE = 100;
const USAGE_EXIT_CODE = 2;
const FATAL_EXIT_CODE = 14;

/** Runs the server until it is told to stop. Entry point of `bin/embedded-mongod.mjs`. */
export async function main(args: readonly string[]): Promise<void> {
  let options: CommandLine;
  try {
    options = readCommandLine(args);
  } catch (error) {
    print(messageOf(error));
    process.exit(USAGE_EXIT_CODE);
  }
  try {
    await serve(options);
  } catch (error) {
    const reason = error instanceof FolderError ? error.reason : 'Location';
    print(`exception in initAndListen: ${reason}: ${messageOf(error)}, terminating`);
    process.exit(FOLDER_EXIT_CODE);
  }
}

async function serve({ endpoint, ...options }: CommandLine): Promise<void> {
  process.umask(0o077);
  if (makePrivate(options.dbpath)) print(`Other users had access to ${options.dbpath}; now only its owner has`);
  process.on('unhandledRejection', (error) => {
    // When a commit fails, LMDB also rejects internal promises; the caller of the write receives the error
    // separately.
    if (error instanceof Error && 'commitError' in error) return;
    print(`fatal: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    process.exit(FATAL_EXIT_CODE);
  });
  let stopping: Promise<void> | undefined;
  const stop = (): void => {
    stopping ??= (async () => {
      engine.store.claim.lock.announceStop();
      await listener.close();
      await engine.close();
      process.exit(0);
    })();
  };
  const engine = await Engine.open({ ...options, address: addressOf(endpoint), log: print });
  const dispatcher = new Dispatcher(engine);
  const answer: Answer = (request, { id }) => dispatcher.answer(request, id);
  const gate = options.auth ? new Gate() : undefined;
  const listener = await Listener.open(endpoint, gate?.guard(answer) ?? answer);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  // The channel to the process that started this one closes when that process ends, even if it was killed.
  process.once('disconnect', stop);
  // It alone must not keep a server alive that has stopped listening.
  process.channel?.unref();
  const endpointInUse = addressOf(listener.endpoint);
  const address = gate ? `${gate.credentials}@${endpointInUse}` : endpointInUse;
  engine.store.claim.lock.announce(address);
  // Without the password: output may be kept in a log.
  print(`Waiting for connections on ${endpointInUse}`);
  // It may have closed already, while the folder was being opened, or close now.
  if (process.send && !process.connected) stop();
  else process.send?.({ address }, undefined, undefined, (error) => error && stop());
}

function addressOf(endpoint: Endpoint): string {
  return 'socketPath' in endpoint ? endpoint.socketPath : `${endpoint.host}:${endpoint.port}`;
}

function print(line: string): void {
  try {
    writeSync(1, `${line}\n`);
  } catch {
    // The reader of the output is gone.
  }
}
