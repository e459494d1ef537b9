import { describe, expect, it } from 'vitest';
import { type BoardGroup, presences } from './attendance-overview.schema.js';
import { isInBoardGroup } from './board-groups.js';

const parts = ['in', 'left', 'absent', 'not_yet'] as const satisfies readonly BoardGroup[];

describe('the groups of a board', () => {
  it.each(presences)('count everyone who is expected in exactly one of the parts: %s', (presence) => {
    const inParts = parts.filter((group) => isInBoardGroup(group, { presence, lateMinutes: 0 }));
    expect(inParts).toHaveLength(isInBoardGroup('expected', { presence, lateMinutes: 0 }) ? 1 : 0);
  });
});
