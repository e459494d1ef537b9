import { z } from 'zod';
import { isSectionPath } from '../config/paths';
import { stored } from '../lib/storage';

const MOST = 8;

const RecentChoiceSchema = z.object({
  kind: z.string(),
  id: z.string(),
  label: z.string(),
  detail: z.string().optional(),
  /** An address of the product; anything may stand in the browser's storage. */
  path: z.string().refine((path) => /^\/[^/\\]/.test(path) && isSectionPath(path.split(/[?#]/, 1)[0] ?? '')),
});

/** What someone chose in the command palette. */
export type RecentChoice = z.infer<typeof RecentChoiceSchema>;

const RecentChoicesSchema = z.array(RecentChoiceSchema).max(MOST);

/** What each person chose last in the command palette on this device, the latest first. */
export const recentChoices = {
  read(owner: string): readonly RecentChoice[] {
    try {
      return RecentChoicesSchema.parse(JSON.parse(stored.recentChoices.of(owner).read() ?? '[]'));
    } catch {
      return [];
    }
  },

  add(owner: string, { kind, id, label, detail, path }: RecentChoice): void {
    const others = this.read(owner).filter((one) => one.kind !== kind || one.id !== id);
    try {
      const all = [{ kind, id, label, detail, path }, ...others].slice(0, MOST);
      stored.recentChoices.of(owner).write(JSON.stringify(all));
    } catch {
      // Without room, the palette works without them.
    }
  },
};
