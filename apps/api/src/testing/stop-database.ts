import './start-database';

export default async function stopDatabase(): Promise<void> {
  await globalThis.testReplicaSet?.stop({ doCleanup: true });
}
