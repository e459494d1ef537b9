/** What every new document of `Records` has. @param by who creates it; null for the system. */
export function firstVersion(by: { name: string } | null, at: Date) {
  return { updatedBy: by?.name ?? null, version: 1, createdAt: at, updatedAt: at };
}
