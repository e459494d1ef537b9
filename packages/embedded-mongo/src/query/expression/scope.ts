import type { Document } from '../bson.js';
import { MongoError } from '../error.js';
import { isNumeric, toDouble } from '../number.js';

/** A compiled expression: the value it has for a document; undefined when that is missing. */
export type Evaluate = (root: Document) => unknown;

/** Compiles an expression; given to the operators, which have arguments to compile. */
export type Compile = (expression: unknown, scope: Scope) => Evaluate;

/** Compiles the use of one operator from its argument. */
export type Operator = (argument: unknown, scope: Scope, compile: Compile) => Evaluate;

export type OperatorTable = Record<string, Operator>;

/**
 * What an expression is compiled in: the time of the command (`$$NOW`) and the variables it may name. Each variable
 * has a place in storage that all expressions of one pipeline share; evaluation is synchronous, so that a place holds
 * what its innermost owner put there.
 */
export class Scope {
  private readonly places = new Map<string, number>();

  constructor(
    readonly now: Date = new Date(),
    private readonly storage: unknown[] = [],
    private readonly outer?: Scope,
  ) {}

  /** A scope within this one, for variables of its own. */
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

/** The names and values that a command's `let` brings. */
export function scopeWith(now: Date, variables: Document = {}): Scope {
  const scope = new Scope(now);
  for (const [name, value] of Object.entries(variables)) scope.declare(checkVariableName(name))(value);
  return scope;
}

/** Checks a variable's name. @throws MongoError 9 when it does not begin with a lower-case letter. */
export function checkVariableName(name: string): string {
  if (name === 'CURRENT') return name;
  const valid = /^[a-z\u0080-\uffff][\w\u0080-\uffff]*$/.test(name);
  if (!valid) throw new MongoError(9, `'${name}' starts with an invalid character for a user variable name`);
  return name;
}

/** What counts as true: everything but false, null, missing and zero. */
export function isTruthy(value: unknown): boolean {
  if (value === true) return true;
  if (value === false || value === null || value === undefined) return false;
  return !isNumeric(value) || toDouble(value) !== 0;
}

/** True for null and missing, which most operators answer with null. */
export function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
