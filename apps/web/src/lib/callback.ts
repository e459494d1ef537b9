import type { FunctionComponent } from 'react';

/**
 * A function that TypeScript compares like a method: one for entries can stand where one for any document is declared.
 * Lists, queues and dialogs hold declarations of all kinds of documents this way, and give each only its own.
 */
export type Callback<Arguments extends readonly unknown[], Result = void> = {
  of(...given: Arguments): Result;
}['of'];

/** The same for a component. */
export type Shows<Props> = Callback<[props: Props], ReturnType<FunctionComponent>>;
