import type { Blocker, LaboratoryStats } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { LabScope } from '../../platform/mongo/lab-scope';
import type { ObjectId } from '../../platform/mongo/object-id';
import type { LaboratoryRow } from './laboratory.document';
import { LaboratoryRepository } from './laboratory.repository';

export type { LaboratoryRow } from './laboratory.document';
export { toHomeLaboratory } from './laboratory.mapper';
export type StatsRequest = { actor: Actor; laboratoryId: string; from: string; to: string };
export type StatsBlocks = Omit<LaboratoryStats, 'period' | 'lastActivityAt'>;

/** Facts about laboratories that another feature provides. Each feature registers one source. */
export type LaboratoryFactSource = {
  /** Whether the laboratory has any records of the feature, so that its code must not change. */
  exist: (laboratoryId: string) => Promise<boolean>;
  /** Work in progress that prevents the laboratory from being archived. */
  blockers: (laboratoryId: string) => Promise<Blocker[]>;
  /** The feature's part of the statistics; empty if the actor may not see it. */
  stats: (request: StatsRequest) => Promise<StatsBlocks>;
};

/** Collects the facts of all features, so that this module need not depend on them. */
@Injectable()
export class LaboratoryFacts {
  private readonly sources: LaboratoryFactSource[] = [];

  register(source: LaboratoryFactSource): void {
    this.sources.push(source);
  }

  async exist(laboratoryId: string): Promise<boolean> {
    for (const source of this.sources) if (await source.exist(laboratoryId)) return true;
    return false;
  }

  async blockers(laboratoryId: string): Promise<Blocker[]> {
    const found: Blocker[] = [];
    for (const source of this.sources) found.push(...(await source.blockers(laboratoryId)));
    return found;
  }

  async stats(request: StatsRequest): Promise<StatsBlocks> {
    const blocks = await Promise.all(this.sources.map((source) => source.stats(request)));
    return Object.assign({}, ...blocks) as StatsBlocks;
  }
}

/** Access to laboratories for other modules, with the rights of the system and not of a person. */
@Injectable()
export class LaboratoriesPort {
  constructor(private readonly laboratories: LaboratoryRepository) {}

  async find(laboratoryId: string): Promise<LaboratoryRow | null> {
    return this.laboratories.findById(LabScope.everywhere(), laboratoryId);
  }

  /** Finds laboratories by their ids in one query, so that a page of other documents can include them. */
  async findAll(ids: readonly ObjectId[]): Promise<Map<string, LaboratoryRow>> {
    if (ids.length === 0) return new Map();
    const rows = await this.laboratories.find(LabScope.everywhere(), { _id: { $in: ids } }, { limit: ids.length });
    return byId(rows);
  }

  /** Finds laboratories by their codes in one query. */
  async findByCodes(codes: readonly string[]): Promise<LaboratoryRow[]> {
    return this.laboratories.find(LabScope.everywhere(), { code: { $in: codes } }, { limit: codes.length });
  }
}

function byId(rows: LaboratoryRow[]): Map<string, LaboratoryRow> {
  return new Map(rows.map((row) => [row._id.toHexString(), row]));
}
