import type { Document } from '../bson.js';
import { MongoError } from '../error.js';
import { isNumeric, toDouble } from '../number.js';

/** A compiled expression: its value for a document, or undefined if it is missing. */
export type Evaluate = (root: Document) => unknown;

/** Compiles an expression; passed to operators, which compile their arguments with it. */
export type Compile = (expression: unknown, scope: Scope) => Evaluate;

/** Compiles one operator from its argument. */
export type Operator = (argument: unknown, scope: Scope, compile: Compile) => Evaluate;

export type OperatorTable = Record<string, Operator>;

/**
 * The context in which an expression is compiled: the time of the command (`$$NOW`) and the visible variables. Each
 * variable has a slot in storage that all expressions of a pipeline share. Evaluation is synchronous, so a slot holds
 * the value of its innermost owner.
 */
export class Scope {
  private readonly places = new Map<string, number>();

  constructor(
    readonly now: Date = new Date(),
    private readonly storage: unknown[] = [],
    private readonly outer?: Scope,
  ) {}

  /** A nested scope with variables of its own. */
  inner(): Scope {
    return new Scope(this.now, this.storage, this);
  }

  /** Declares a variable and returns the function that sets it. */
  declare(name: string): (value: unknown) => void {
    const { storage } = this;
    const place = storage.push(undefined) - 1;
    this.places.set(name, place);
    return (value) => {
      storage[place] = value;
    };
  }

  /** The function that reads a variable, or undefined when no scope declares it. */
  reader(name: string): (() => unknown) | undefined {
    const place = this.places.get(name);
    if (place === undefined) return this.outer?.reader(name);
    const { storage } = this;
    return () => storage[place];
  }
}

/** The names and values of a command's `let`. */
export function scopeWith(now: Date, variables: Document = {}): Scope {
  const scope = new Scope(now);
  for (const [name, value] of Object.entries(variables)) scope.declare(checkVariableName(name))(value);
  return scope;
}

/** Validates a variable's name. @throws MongoError 9 if it does not start with a lower-case letter. */
export function checkVariableName(name: string): string {
  if (name === 'CURRENT') return name;
  const valid = /^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/.test(name);
  if (!valid) throw new MongoError(9, `'${name}' starts with an invalid character for a user variable name`);
  return name;
}

/** MongoDB's truthiness: everything except false, null, missing and zero. */
export function isTruthy(value: unknown): boolean {
  if (value === true) return true;
  if (value === false || value === null || value === undefined) return false;
  return !isNumeric(value) || toDouble(value) !== 0;
}

/** True for null and missing, for which most operators return null. */
export function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
