import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection, mongo } from 'mongoose';
import type { TestApp } from './test-app';

/** The commands that the product sends to the database while the work runs, such as `find users`, by transaction. */
export async function commandsDuring(
  { services }: TestApp,
  work: () => Promise<unknown>,
): Promise<{ inTransaction: string[]; outside: string[] }> {
  const sent = { inTransaction: [] as string[], outside: [] as string[] };
  const client = services.get<Connection>(getConnectionToken()).getClient();
  const listener = ({ commandName, command }: mongo.CommandStartedEvent) => {
    const fields = command as Record<string, unknown>;
    const target = typeof fields[commandName] === 'string' ? `${commandName} ${fields[commandName]}` : commandName;
    sent[fields['autocommit'] === false ? 'inTransaction' : 'outside'].push(target);
  };
  client.on('commandStarted', listener);
  await work();
  client.off('commandStarted', listener);
  return sent;
}
