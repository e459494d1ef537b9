import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../..');

/** Repositories without a scope in their methods. Each names laboratory or person by itself, or holds what belongs to no one. */
const unscoped = [
  'AddressRepository', // one person, the first argument, or the secret of a link
  'AttendanceBookRepository', // one laboratory, the first argument
  'AuditRepository', // AuditLog puts the scope into its filters
  'BackupRepository', // of the whole installation, whose routes only reach those who manage the network
  'BookRepository', // one laboratory, the first argument; only the system reads it
  'BroadcastRepository', // only the system reads it, to go on with a delivery
  'CalendarLinkRepository', // one person, the first argument, or the secret of a link
  'CounterRepository', // sequences, which only the system reads
  'DeliveryRepository', // the outbox of the installation, whose routes only reach those who manage the network
  'EscalationRepository', // urgent notifications to be looked at again, which only the system reads
  'FileRepository', // files, found through the document that owns them
  'LedgerLinkRepository', // the chain of one laboratory, the first argument
  'OneTimeRepository', // by the hash of a secret that only its person has
  'PasskeyRepository', // one person, the first argument, or one credential
  'PreferencesRepository', // one person, the first argument
  'ProviderLinkRepository', // one person, here or at the provider
  'ReminderRepository', // what the system has sent, which only it reads
  'ResetLinkRepository', // one account, or the secret of a link
  'RestoreRepository', // of the whole installation, which only the system reads at its start
  'SecondFactorRepository', // one person, the first argument
  'SessionRepository', // one person or session, the first argument
  'StoredResponseRepository', // the person is part of the key
  'VerificationRepository', // laboratories, the first argument
];

/** Uses of the model itself in scoped repositories: the system acts, or the scope is in the filter. */
const direct: Record<string, number> = {
  'modules/attendance/codes/display.repository.ts': 2,
  'modules/attendance/rosters/shift-type.repository.ts': 2,
  'modules/finance/parties/party.repository.ts': 1,
  'modules/finance/entry/entry.repository.ts': 1,
  'modules/finance/totals/ledger-totals.repository.ts': 2,
  'modules/finance/totals/party-totals.repository.ts': 2,
  'modules/inventory/stock/item.repository.ts': 1,
  'modules/inventory/stock/recall.repository.ts': 1,
  'modules/inventory/stock/stock-totals.repository.ts': 1,
  'modules/laboratories/laboratory.repository.ts': 1,
  'modules/notifications/notification.repository.ts': 4,
  'modules/purchasing/orders/purchase-order.repository.ts': 1,
  'modules/reports/report.repository.ts': 9,
  'modules/staff/user.repository.ts': 3,
};

/** Methods that read from the driver or mongoose without a limit or batches, and what bounds them. */
const unlimited = [
  'BookRepository.laboratoryIds', // one document of each laboratory
  'LedgerLinkRepository.linkedAmong', // the links of given documents
  'NotificationRepository.inGroup', // one unread notification of each given recipient
  'VerificationRepository.of', // one document of each laboratory
];

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.(spec|bench)\.ts$|platform\/mongo\//.test(name))
  .map((name) => ({ name: name.replaceAll(path.sep, '/'), text: readFileSync(path.join(root, name), 'utf8') }));

/** The classes of a file with their text. */
function classesOf(text: string): { name: string; base: string; body: string }[] {
  return text.split(/^(?=export (?:abstract )?class )/m).flatMap((body) => {
    const [, name, base = ''] = /^export (?:abstract )?class (\w+)(?: extends (\w+))?/.exec(body) ?? [];
    return name === undefined ? [] : [{ name, base, body }];
  });
}

describe('access to stored documents', () => {
  const classes = sources.flatMap(({ name: file, text }) => classesOf(text).map((one) => ({ file, ...one })));
  const isScoped = (base: string) => base === 'ScopedRepository' || base === 'NetworkDocument';

  it('takes a scope, but for the repositories of this list', () => {
    const others = classes.filter(({ name, base }) => name.endsWith('Repository') && !isScoped(base));
    expect(others.map(({ name }) => name).sort()).toEqual(unscoped);
    const outside = classes.filter(({ name, body }) => body.includes('@InjectModel(') && !name.endsWith('Repository'));
    expect(outside.map(({ name }) => name)).toEqual([]);
  });

  it('bypasses the scope in scoped repositories only as often as listed', () => {
    const found: Record<string, number> = {};
    for (const { file, base, body } of classes.filter((one) => isScoped(one.base))) {
      const count = body.split('this.model').length - 1;
      if (base && count > 0) found[file] = (found[file] ?? 0) + count;
    }
    expect(found).toEqual(direct);
  });

  it('reads many documents in batches or up to a limit, but for the methods of this list', () => {
    const methods = classes.flatMap(({ name, body }) =>
      body
        .split(/\n {2}\}\n/)
        .map((text) => ({ name, text, method: [...text.matchAll(/^ {2}(?:async )?\*?(\w+)\(/gm)].at(-1)?.[1] })),
    );
    const direct = methods.filter(({ text }) => /this\.(?:model|links|bucket\(\))[\w.]*\s*\.?find[(<]/.test(text));
    expect(direct.length).toBeGreaterThan(10);
    const found = direct.filter(({ text }) => !/\b(?:limit|batchSize)\b/.test(text));
    expect(found.map(({ name, method }) => `${name}.${method ?? ''}`).sort()).toEqual(unlimited);
  });
});
