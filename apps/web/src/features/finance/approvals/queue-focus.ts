/** The element that takes the focus for an entry of the queue. */
export function queueRowId(id: string): string {
  return `waiting-${id}`;
}

/** The whole entry beside the queue. */
export function entryPaneId(id: string): string {
  return `entry-${id}`;
}
