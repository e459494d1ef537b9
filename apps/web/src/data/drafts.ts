import { stored } from '../lib/storage';

/** What someone typed in a form and has neither saved nor discarded. */
export type Draft<Values> = {
  /** Where the form was open. */
  path: string;
  /** The stored values that the form was based on, and their version; a form that creates has none. */
  base: Values;
  version: number | undefined;
  values: Values;
  /** The idempotency key, so that saving once more after a lost answer does not create a second document. */
  key: string;
  /** When it was typed. */
  at: string;
};

/** Whose form it is and what it is about: `laboratories:new` or `laboratories:65f0…`. */
export type DraftName = { owner: string; form: string };

const textOf = ({ owner, form }: DraftName) => stored.drafts.of(`${owner}:${form}`);

/**
 * Drafts of forms, per person, kept for this tab: they outlive a reload, a lost connection and a session that expired,
 * but neither a logout nor the tab. What is not JSON, such as a chosen file, is left out.
 */
export const drafts = {
  read<Values>(name: DraftName): Draft<Values> | undefined {
    return parsed(textOf(name).read()) as Draft<Values> | undefined;
  },

  write<Values>(name: DraftName, draft: Draft<Values>): void {
    try {
      textOf(name).write(JSON.stringify(draft));
    } catch {
      // Without room the form works as before, and its input does not outlive the page.
    }
  },

  remove(name: DraftName): void {
    textOf(name).remove();
  },

  /** The documents of a kind that the person has drafts of at an address: their ids, and `new`. */
  openAt(owner: string, kind: string, path: string): string[] {
    const start = `${owner}:${kind}:`;
    const names = stored.drafts.existing().filter((name) => name.startsWith(start));
    return names
      .filter((name) => parsed(stored.drafts.of(name).read())?.path === path)
      .map((name) => name.slice(start.length));
  },
};

function parsed(text: string | null): Draft<unknown> | undefined {
  try {
    const draft = JSON.parse(text ?? 'null') as Partial<Draft<unknown>> | null;
    return draft?.values && draft.base && draft.key && draft.at ? (draft as Draft<unknown>) : undefined;
  } catch {
    return undefined;
  }
}
