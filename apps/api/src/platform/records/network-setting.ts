import type { Permission } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../domain/actor';
import { NETWORK_DOCUMENT_ID, type NetworkDocument } from '../mongo/network-document';
import { UnitOfWork } from '../mongo/unit-of-work';
import { Clock } from '../time/clock';
import { type Records, RecordsFactory } from './records';
import type { RecordsOptions, VersionedRow } from './records-options';

type Values<Row> = Omit<Row, keyof VersionedRow>;

/** A setting that no one has changed yet. */
type Unchanged<Row> = Values<Row> & { updatedBy: null; updatedAt: null; version: 1 };

type SettingOptions<Row extends VersionedRow, Item> = Pick<
  RecordsOptions<Row, Item, never>,
  'entity' | 'noun' | 'shown' | 'changed'
> & {
  repository: NetworkDocument<Row>;
  permission: Permission;
  defaults: Values<Row>;
  present: (row: Row | Unchanged<Row>) => Item;
};

/** A versioned setting of the whole network, which has its defaults until it is first changed. */
export class NetworkSetting<Row extends VersionedRow, Item> {
  private readonly records: Records<Row, Item>;

  constructor(
    private readonly options: SettingOptions<Row, Item>,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    const { entity, noun, shown, changed, repository, present } = options;
    this.records = records.for({
      entity,
      noun,
      shown,
      changed,
      repository: repository.rows,
      notFound: 'NOT_FOUND',
      named: null,
      laboratoryOf: () => null,
      present: (_, row) => present(row),
    });
  }

  async get(): Promise<Item> {
    const { repository, defaults, present } = this.options;
    return present((await repository.get()) ?? { ...defaults, updatedBy: null, updatedAt: null, version: 1 });
  }

  /** @throws DomainError VERSION_CONFLICT with the current setting, and what `next` throws. */
  set(actor: Actor, version: number, next: (before: Row) => Partial<Row> | Promise<Partial<Row>>): Promise<Item> {
    const { entity, repository, permission, defaults } = this.options;
    return this.unitOfWork.exclusive(entity, NETWORK_DOCUMENT_ID, async () => {
      if (!(await repository.get())) await repository.insertFirst(defaults, this.clock.now());
      return this.records.change(actor, NETWORK_DOCUMENT_ID, version, { permission }, next);
    });
  }
}

@Injectable()
export class NetworkSettings {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly records: RecordsFactory,
  ) {}

  create<Row extends VersionedRow, Item>(options: SettingOptions<Row, Item>): NetworkSetting<Row, Item> {
    return new NetworkSetting(options, this.unitOfWork, this.clock, this.records);
  }
}
