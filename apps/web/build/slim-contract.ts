import { contract } from '@shifa/contract';
import type { Plugin } from 'vite';

const NAME = 'virtual:routes';

/**
 * A comment, or the beginning of a call that builds a schema and has no effect besides: `z.object(`, `PageQuery.extend(`,
 * `enumOf(`.
 */
const commentOrSchemaCall =
  /\/\*[^]*?\*\/|\/\/.*|(?<![\w$.])(?:z\.\w+|[A-Z]\w*(?:Schema|Query|Body|Params|Event)\.\w+|(?:actions|any|enum|sort|success|done|page|file|upload)\w*(?:Of|By)|wholeNumber|\w+Text|initContract|defineRoutes|c\.\w+)\(/g;

/**
 * Keeps what only the server needs of the contract out of the browser. `virtual:routes` has methods and paths under the
 * type of the whole contract, without the schemas that requests and responses are checked with. Schemas that no screen
 * uses are marked as removable, so that a page which imports a label does not load those next to it.
 */
export function slimContract(): Plugin {
  return {
    name: 'slim-contract',
    resolveId: (source) => (source === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `export const routes = ${JSON.stringify(bareRoutes())};` : undefined),
    transform(code, id) {
      if (!id.includes('/packages/contract/dist/esm/')) return undefined;
      const mark = (part: string) => (part.startsWith('/') ? part : `/* @__PURE__ */ ${part}`);
      return { code: code.replaceAll(commentOrSchemaCall, mark), map: null };
    },
  };
}

type Route = { method: string; path: string; contentType?: string };

function bareRoutes(): object {
  return mapped(contract as unknown as Record<string, Record<string, Route>>, (routes) =>
    mapped(routes, ({ method, path, contentType }) => ({ method, path, contentType, responses: {} })),
  );
}

function mapped<Value>(object: Record<string, Value>, change: (value: Value) => object): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}
