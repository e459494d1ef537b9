import { type Plugin, runnerImport } from 'vite';

const NAME = 'virtual:routes';

/** `virtual:routes`: methods and paths of the contract, without the schemas that only the server checks with. */
export function bareRoutes(): Plugin {
  return {
    name: 'bare-routes',
    resolveId: (source) => (source === NAME ? `\0${NAME}` : undefined),
    async load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const source = await this.resolve('@shifa/contract');
      if (!source) throw new Error("The contract wasn't found.");
      const { module, dependencies } = await runnerImport<{ contract: Contract }>(source.id, { configFile: false });
      for (const file of dependencies) this.addWatchFile(file);
      return `export const routes = ${JSON.stringify(routesOf(module.contract))};`;
    },
  };
}

type Route = { method: string; path: string; contentType?: string };
type Contract = Record<string, Record<string, Route>>;

function routesOf(contract: Contract): object {
  return mapped(contract, (feature) =>
    mapped(feature, ({ method, path, contentType }) => ({ method, path, contentType, responses: {} })),
  );
}

function mapped<Value>(object: Record<string, Value>, change: (value: Value) => object): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
}

/**
 * Leaves out the schemas that no screen uses, even if a screen uses a label next to them. The contract's package.json
 * says that loading a module has no effect; this says the same of each constant, as a bundler cannot know it of a call
 * such as `z.object(…)`. ts-rest has a copy of zod 3 inside, which only its server uses.
 */
export function withoutUnusedSchemas(): Plugin {
  return {
    name: 'without-unused-schemas',
    apply: 'build',
    transform: {
      filter: { id: /[\\/](packages[\\/]contract[\\/]src|@ts-rest[\\/]core)[\\/]/ },
      handler(code) {
        const constants = this.parse(code).body.flatMap((statement) => {
          const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
          if (declared?.type !== 'VariableDeclaration') return [];
          return declared.declarations.flatMap(({ init }) => (init && init.type !== 'Literal' ? [init] : []));
        });
        const marked = constants.reduceRight((text, { start, end }) => {
          return `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()${text.slice(end)}`;
        }, code);
        return { code: marked.replaceAll(assignedToZod3, ''), map: null };
      },
    },
  };
}

/** `ZodString.create = (params) => {…};`, which would keep the class. */
const assignedToZod3 = /^Zod\w+\.\w+ = (?:\w+;|[^]*?^};)$/gm;

/** Leaves out how zod describes schemas as JSON schemas, which every schema carries and only the API's documents use. */
export function withoutJsonSchemas(): Plugin {
  return {
    name: 'without-json-schemas',
    apply: 'build',
    transform: {
      filter: { id: /[\\/]zod[\\/]v4[\\/]classic[\\/]schemas\.js$/ },
      handler(code) {
        const slim = code
          .replaceAll(describing, '')
          .replace(importedDescribers, 'const $1 = unavailable, $2 = unavailable;');
        if (slim.includes('processJSONSchema') || slim.includes('to-json-schema')) {
          this.error('zod describes schemas in another way than before.');
        }
        const unavailable = `function unavailable() { return () => { throw new Error('No JSON schemas in the browser'); }; }`;
        return { code: `${slim}\n${unavailable}`, map: null };
      },
    },
  };
}

/** `inst._zod.processJSONSchema = (ctx, json, params) => …;` */
const describing = /^\s*inst\._zod\.processJSONSchema = .*;$/gm;
const importedDescribers = /^import \{ (\w+), (\w+) \} from "\.\.\/core\/to-json-schema\.js";$/m;
