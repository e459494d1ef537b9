/**
 * Which laboratories' documents may be touched. It has no public constructor: outside tests it comes from an actor's
 * permission, or from `everywhere` where the system itself acts.
 */
export class LabScope {
  private constructor(
    readonly laboratoryId: string | null,
    readonly userId: string | null,
  ) {}

  static everywhere(): LabScope {
    return new LabScope(null, null);
  }

  static ofLaboratory(laboratoryId: string): LabScope {
    return new LabScope(laboratoryId, null);
  }

  static ofPerson(laboratoryId: string, userId: string): LabScope {
    return new LabScope(laboratoryId, userId);
  }

  get reachesAll(): boolean {
    return this.laboratoryId === null;
  }

  /** Whether the laboratory's documents are among them, or in the narrowest scope some of them. */
  reaches(laboratoryId: string): boolean {
    return this.reachesAll || this.laboratoryId === laboratoryId;
  }
}
