/** Collects what features add to another one, so that it need not depend on them. */
export abstract class Registry<Source> {
  protected readonly sources: Source[] = [];

  register(source: Source): void {
    this.sources.push(source);
  }
}
