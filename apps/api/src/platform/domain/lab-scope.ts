/**
 * The laboratories whose documents can be read or written. There is no public constructor: except in tests, a scope
 * comes from an actor's permission, or from `everywhere` when the system itself acts.
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

  /** What belongs to a person, in every laboratory: people who move keep their own. */
  static ofPersonEverywhere(userId: string): LabScope {
    return new LabScope(null, userId);
  }

  get reachesAll(): boolean {
    return this.laboratoryId === null;
  }

  /** Whether nothing of the other scope is outside this one. */
  includes({ laboratoryId, userId }: LabScope): boolean {
    return (
      (this.laboratoryId === null || this.laboratoryId === laboratoryId) &&
      (this.userId === null || this.userId === userId)
    );
  }

  /** Whether the scope includes documents of the laboratory: all of them or, for a person's scope, some. */
  reaches(laboratoryId: string): boolean {
    return this.reachesAll || this.laboratoryId === laboratoryId;
  }
}
