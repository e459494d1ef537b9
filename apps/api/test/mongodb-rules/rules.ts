import { concernRules } from './concern-rules';
import { indexRules } from './index-rules';
import { limitRules } from './limit-rules';
import { pipelineRules } from './pipeline-rules';
import { queryRules } from './query-rules';
import { type Fields, fieldsOf, listOf, plain, type Rule, type Statement, targetOf } from './statement';
import { transactionRules } from './transaction-rules';
import { updateRules } from './update-rules';

/** MongoDB's rules that can be checked on a statement before it is sent. */
export const rules: readonly Rule[] = [
  ...transactionRules,
  ...concernRules,
  ...indexRules,
  ...queryRules,
  ...updateRules,
  ...pipelineRules,
  ...limitRules,
];

const LONGEST_COMMAND = 500;

/** The rules that the statement breaks, as a text for each. */
function brokenRules(statement: Statement): string[] {
  return rules
    .filter((rule) => rule.isBroken(statement))
    .map(({ says, page }) => {
      const sent = JSON.stringify(statement.command, (_, value: unknown) =>
        typeof value === 'bigint' ? String(value) : value,
      ).slice(0, LONGEST_COMMAND);
      return `MongoDB would refuse ${statement.name}: ${says} (https://www.mongodb.com/docs/manual/${page})\n  ${sent}`;
    });
}

/** Checks the commands of one process in their order; remembers indexes and what transactions create. */
export class CommandChecker {
  readonly broken: string[] = [];
  private readonly indexes = new Map<string, Map<string, Fields>>();
  private readonly created = new Map<string, Set<string>>();

  check(name: string, database: string, sent: Fields): void {
    const command = fieldsOf(plain(sent));
    const target = targetOf({ name, database, command, indexes: new Map(), created: new Set() });
    const namespace = `${database}.${target ?? ''}`;
    const statement: Statement = {
      name,
      database,
      command,
      indexes: this.indexes.get(namespace) ?? new Map(),
      created: this.created.get(transactionOf(command)) ?? new Set(),
    };
    this.broken.push(...brokenRules(statement));
    this.remember(statement, namespace);
  }

  private remember({ name, database, command, indexes, created }: Statement, namespace: string): void {
    switch (name) {
      case 'createIndexes':
        for (const index of listOf(command['indexes'])) {
          this.indexes.set(
            namespace,
            new Map([...(this.indexes.get(namespace) ?? indexes), [String(index['name']), index]]),
          );
        }
        break;
      case 'create':
        this.created.set(transactionOf(command), new Set([...created, String(command[name])]));
        break;
      case 'drop':
      case 'dropIndexes':
        if (name === 'drop' || command['index'] === '*') this.indexes.delete(namespace);
        else this.indexes.get(namespace)?.delete(String(command['index']));
        break;
      case 'dropDatabase':
        for (const known of this.indexes.keys()) if (known.startsWith(`${database}.`)) this.indexes.delete(known);
        break;
      case 'renameCollection':
        for (const known of [String(command[name]), String(command['to'])]) this.indexes.delete(known);
    }
  }
}

function transactionOf({ lsid, txnNumber, autocommit }: Fields): string {
  return autocommit === false ? JSON.stringify([lsid, String(txnNumber)]) : '';
}
