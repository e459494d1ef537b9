import { type Document, isDocument, typeNameOf } from './bson.js';
import { MongoError, notImplemented } from './error.js';
import { compileExpression, isTruthy, Scope } from './expression.js';
import { compileMatcher } from './match.js';
import { isNumeric, toDouble } from './number.js';
import type { FieldTree } from './partial.js';
import { addFields, exclude, include, includedIn, ProjectionNode } from './project/tree.js';

export type Projection = (document: Document) => Document;

/**
 * Compiles the projection of a find: inclusion or exclusion, `_id`, dotted paths, expressions, `$slice`, `$elemMatch`
 * and the positional `a.$`, which needs the find's filter.
 * @throws MongoError 31253 or 31254 for a mixture of inclusion and exclusion, 31249 or 31250 for conflicting paths.
 */
export function compileProjection(specification: Document, filter: Document = {}, scope = new Scope()): Projection {
  if (Object.keys(specification).length === 0) return (document) => document;
  return new ProjectionBuilder(scope, filter).read(specification).build();
}

/** The fields that the projection of a find keeps, if it does nothing but keep whole fields. */
export function includedFields(specification: Document): FieldTree | undefined {
  const isFlag = (value: unknown): boolean =>
    typeof value === 'boolean' || isNumeric(value) || (isNested(value) && Object.values(value).every(isFlag));
  if (!Object.values(specification).every(isFlag)) return undefined;
  return new ProjectionBuilder(new Scope(), {}).read(specification).fields();
}

/** Compiles a pipeline's `$project`. */
export function compileProjectStage(specification: unknown, scope: Scope): Projection {
  if (!isDocument(specification)) throw new MongoError(15969, '$project specification must be an object');
  if (Object.keys(specification).length === 0) {
    throw new MongoError(
      51272,
      'Invalid $project :: caused by :: projection specification must have at least one field',
    );
  }
  return new ProjectionBuilder(scope).read(specification).build();
}

/** Compiles a pipeline's `$addFields` or `$set`. */
export function compileAddFields(name: string, specification: unknown, scope: Scope): Projection {
  if (!isDocument(specification)) {
    throw new MongoError(40272, `${name} specification stage must be an object, got ${typeNameOf(specification)}`);
  }
  const root = new ProjectionNode();
  readComputed(name, specification, [], root, scope);
  return (document) => addFields(document, root, document);
}

function readComputed(
  stage: string,
  specification: Document,
  parents: readonly string[],
  root: ProjectionNode,
  scope: Scope,
): void {
  for (const [name, value] of Object.entries(specification)) {
    const parts = [...parents, ...pathParts(name)];
    if (isNested(value)) {
      if (Object.keys(value).length === 0) root.add(parts, { kind: 'compute', evaluate: () => ({}) });
      else readComputed(stage, value, parts, root, scope);
    } else {
      root.add(parts, { kind: 'compute', evaluate: compileExpression(value, scope) });
    }
  }
}

/** Compiles a pipeline's `$unset`: a path or a list of them. */
export function compileUnset(specification: unknown): Projection {
  const paths: unknown[] = Array.isArray(specification) ? specification : [specification];
  if (paths.length === 0)
    throw new MongoError(31119, '$unset specification must be a string or an array with at least one field');
  const root = new ProjectionNode();
  for (const path of paths) {
    if (typeof path !== 'string') {
      throw new MongoError(31002, '$unset specification must be a string or an array containing only string values');
    }
    root.add(pathParts(path), { kind: 'exclude' });
  }
  return (document) => exclude(document, root, document);
}

function pathParts(path: string): string[] {
  const parts = path.split('.');
  if (path === '') throw new MongoError(40352, 'FieldPath cannot be constructed with empty string');
  if (path.endsWith('.')) throw new MongoError(40353, "FieldPath must not end with a '.'.");
  if (parts.includes('')) throw new MongoError(15998, 'FieldPath field names may not be empty strings.');
  const dollar = parts.find((part) => part.startsWith('$'));
  if (dollar !== undefined) {
    throw new MongoError(16410, "FieldPath field names may not start with '$'. Consider using $getField or $setField.");
  }
  return parts;
}

function isNested(value: unknown): value is Document {
  return isDocument(value) && Object.keys(value)[0]?.startsWith('$') !== true;
}

class ProjectionBuilder {
  private readonly root = new ProjectionNode();
  private positionalParts: readonly string[] = [];
  private mode: 'inclusion' | 'exclusion' | undefined;
  private id: boolean | undefined;
  private positional = false;
  private hasElementMatch = false;
  private hasSlice = false;

  /** `filter` is set for a find, which has operators of its own; a pipeline stage has none. */
  constructor(
    private readonly scope: Scope,
    private readonly filter?: Document,
  ) {}

  read(specification: Document, parents: readonly string[] = []): this {
    for (const [name, value] of Object.entries(specification)) this.readField(name, value, parents);
    return this;
  }

  private readField(name: string, value: unknown, parents: readonly string[]): void {
    if (this.filter && name.endsWith('.$')) {
      this.readPositional([...parents, ...pathParts(name.slice(0, -2))], value);
      return;
    }
    const parts = [...parents, ...pathParts(name)];
    if (typeof value === 'boolean' || isNumeric(value)) {
      this.readFlag(parts, isTruthy(value));
      return;
    }
    if (isNested(value)) {
      if (Object.keys(value).length > 0) return void this.read(value, parts);
      throw new MongoError(
        51270,
        `An empty sub-projection is not a valid value. Found empty object at path ${parts.join('.')}`,
      );
    }
    if (this.filter && isDocument(value)) {
      if ('$slice' in value) {
        this.readSlice(parts, value.$slice);
        return;
      }
      if ('$elemMatch' in value) {
        this.readElementMatch(parts, value.$elemMatch);
        return;
      }
    }
    if (isDocument(value) && '$meta' in value) throw notImplemented('$meta in a projection');
    this.readExpression(parts, value);
  }

  private readFlag(parts: readonly string[], included: boolean): void {
    const path = parts.join('.');
    if (path === '_id') {
      this.id = included;
      if (!included) return;
    } else {
      this.setMode(included ? 'inclusion' : 'exclusion', path);
    }
    this.root.add(parts, { kind: included ? 'include' : 'exclude' });
  }

  private setMode(mode: 'inclusion' | 'exclusion', path: string): void {
    this.mode ??= mode;
    if (this.mode === mode) return;
    throw mode === 'inclusion'
      ? new MongoError(31253, `Cannot do inclusion on field ${path} in exclusion projection`)
      : new MongoError(31254, `Cannot do exclusion on field ${path} in inclusion projection`);
  }

  private readExpression(parts: readonly string[], expression: unknown): void {
    const [operator = ''] = isDocument(expression) ? Object.keys(expression) : [];
    if (this.mode === 'exclusion') {
      throw operator === ''
        ? new MongoError(31310, `Cannot use an expression ${parts.join('.')} in an exclusion projection`)
        : new MongoError(31252, 'Cannot use expression other than $meta in exclusion projection');
    }
    this.mode = 'inclusion';
    if (parts.length === 1 && parts[0] === '_id') this.id = true;
    this.root.add(parts, { kind: 'compute', evaluate: compileExpression(expression, this.scope) });
  }

  private readSlice(parts: readonly string[], argument: unknown): void {
    this.hasSlice = true;
    this.root.add(parts, { kind: 'change', change: sliceOf(argument, parts) });
  }

  private readElementMatch(parts: readonly string[], condition: unknown): void {
    const [name = ''] = parts;
    if (parts.length > 1) throw new MongoError(31275, 'Cannot use $elemMatch projection on a nested field');
    if (!isDocument(condition))
      throw new MongoError(31274, `elemMatch: Invalid argument, object required, but got ${typeNameOf(condition)}`);
    this.hasElementMatch = true;
    const matcher = compileMatcher({ [name]: { $elemMatch: condition } }, this.scope);
    this.root.add(parts, {
      kind: 'compute',
      evaluate: (root) => {
        const value = root[name];
        return Array.isArray(value) && matcher.test(root) ? [value[matcher.position(root)]] : undefined;
      },
    });
  }

  private readPositional(parts: readonly string[], value: unknown): void {
    if (value === false || (isNumeric(value) && !isTruthy(value))) {
      throw new MongoError(31395, 'positional projection cannot be used with exclusion');
    }
    if (this.positional) throw new MongoError(31276, 'Cannot specify more than one positional projection per query.');
    this.positional = true;
    this.setMode('inclusion', parts.join('.'));
    this.root.add(parts, { kind: 'include' });
    this.positionalParts = parts;
  }

  /** The fields of an inclusion without operators. */
  fields(): FieldTree | undefined {
    return this.positional || !this.settle() ? undefined : includedIn(this.root);
  }

  build(): Projection {
    const { root } = this;
    if (this.settle()) {
      return this.positional ? this.withPosition() : (document) => include(document, root, document);
    }
    return (document) => exclude(document, root, document);
  }

  /** Adds what the specification says about `_id`. @returns whether it is an inclusion */
  private settle(): boolean {
    const { children } = this.root;
    if ((this.mode ?? this.modeById()) === 'inclusion') {
      if (this.id !== false && !children.has('_id')) children.set('_id', { kind: 'include' });
      return true;
    }
    if (this.id === false) children.set('_id', { kind: 'exclude' });
    else if (this.id) children.delete('_id');
    return false;
  }

  // If no other field decides: `{_id: 0}` and `$slice` keep the rest, `{_id: 1}` and `$elemMatch` do not.
  private modeById(): 'inclusion' | 'exclusion' {
    return this.id === true || (this.hasElementMatch && !this.hasSlice) ? 'inclusion' : 'exclusion';
  }

  private withPosition(): Projection {
    const { root, positionalParts } = this;
    const matcher = compileMatcher(this.filter ?? {}, this.scope);
    return (document) => {
      const position = matcher.test(document) ? matcher.position(document) : -1;
      const only = (array: unknown[]) => {
        if (position >= 0 && position < array.length) return [array[position]];
        throw new MongoError(
          51246,
          "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
        );
      };
      const narrowed = narrow(document, positionalParts, 0, only) as Document;
      return include(narrowed, root, document);
    };
  }
}

// Replaces the first array on the path.
function narrow(value: unknown, parts: readonly string[], at: number, only: (array: unknown[]) => unknown[]): unknown {
  if (Array.isArray(value)) return only(value);
  const name = parts[at];
  if (name === undefined || !isDocument(value) || !(name in value)) return value;
  return { ...value, [name]: narrow(value[name], parts, at + 1, only) };
}

function sliceOf(argument: unknown, parts: readonly string[]): (value: unknown) => unknown {
  const list: unknown[] = Array.isArray(argument) ? argument : [argument];
  const [first = 0, count] = list.map((number) => {
    if (isNumeric(number)) return Math.trunc(toDouble(number)) || 0;
    throw invalidSlice(28667, parts);
  });
  if (count === undefined) {
    if (Array.isArray(argument)) throw invalidSlice(28667, parts);
    return (value) => (Array.isArray(value) ? head(value, first) : value);
  }
  if (count <= 0) throw invalidSlice(28724, parts);
  return (value) => {
    if (!Array.isArray(value)) return value;
    const start = first < 0 ? Math.max(0, value.length + first) : first;
    return value.slice(start, start + count) as unknown[];
  };
}

function invalidSlice(code: number, parts: readonly string[]): MongoError {
  return new MongoError(
    code,
    `Invalid $slice syntax at '${parts.join('.')}': a number, or a number to skip and a positive number to return`,
  );
}

function head(array: readonly unknown[], count: number): unknown[] {
  return count >= 0 ? array.slice(0, count) : array.slice(count);
}
