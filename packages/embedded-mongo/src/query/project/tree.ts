import { type Document, isDocument } from '../bson.js';
import { MongoError } from '../error.js';
import type { Evaluate } from '../expression.js';
import { FieldTree } from '../partial.js';
import { field, setField } from '../paths.js';

/** What a projection specifies for one field. */
export type Leaf =
  | { kind: 'include' }
  | { kind: 'exclude' }
  /** An expression evaluated on the whole document. */
  | { kind: 'compute'; evaluate: Evaluate }
  /** A transformation of the field's own value, as `$slice` makes. */
  | { kind: 'change'; change: (value: unknown) => unknown };

/** The fields at one level of a projection, in the order of its specification. */
export class ProjectionNode {
  readonly children = new Map<string, ProjectionNode | Leaf>();
  /** True if there is an expression at a deeper level, which creates missing sub-documents. */
  computes = false;

  /** Adds a leaf. @throws MongoError 31249 or 31250 if its path conflicts with another. */
  add(parts: readonly string[], leaf: Leaf): void {
    const [name = '', ...rest] = parts;
    if (leaf.kind === 'compute') this.computes = true;
    const child = this.children.get(name);
    if (rest.length === 0) {
      if (child) throw new MongoError(31250, `Path collision at ${parts.join('.')}`);
      this.children.set(name, leaf);
      return;
    }
    if (child && !(child instanceof ProjectionNode)) {
      throw new MongoError(31249, `Path collision at ${parts.join('.')} remaining portion ${rest.join('.')}`);
    }
    const node = child ?? new ProjectionNode();
    this.children.set(name, node);
    node.add(rest, leaf);
  }
}

/** The fields of a projection that only includes. */
export function includedIn(node: ProjectionNode): FieldTree {
  return new FieldTree(
    Array.from(node.children, ([name, child]) => [name, child instanceof ProjectionNode ? includedIn(child) : 'whole']),
  );
}

type Apply = (document: Document, node: ProjectionNode, root: Document) => Document;

/** Keeps only the fields in the projection; computed fields follow in the order of the specification. */
export function include(document: Document, node: ProjectionNode, root: Document): Document {
  const result: Document = {};
  for (const key of Object.keys(document)) {
    const child = node.children.get(key);
    if (child === undefined) continue;
    const value = includeChild(document[key], child, root);
    if (value !== undefined) setField(result, key, value);
  }
  return node.computes ? addComputed(result, node, root) : result;
}

function includeChild(value: unknown, child: ProjectionNode | Leaf, root: Document): unknown {
  if (child instanceof ProjectionNode) return below(value, child, root, include, false);
  if (child.kind === 'include') return value;
  return child.kind === 'change' ? child.change(value) : undefined;
}

function addComputed(result: Document, node: ProjectionNode, root: Document): Document {
  for (const [name, child] of node.children) {
    if (child instanceof ProjectionNode) {
      if (child.computes && field(result, name) === undefined) setField(result, name, addComputed({}, child, root));
    } else if (child.kind === 'compute') {
      const value = child.evaluate(root);
      if (value !== undefined) setField(result, name, value);
    }
  }
  return result;
}

/** Keeps everything except the fields in the projection. */
export function exclude(document: Document, node: ProjectionNode, root: Document): Document {
  const result: Document = {};
  for (const key of Object.keys(document)) {
    const child = node.children.get(key);
    const value = child === undefined ? document[key] : excludeChild(document[key], child, root);
    if (value !== undefined) setField(result, key, value);
  }
  return node.computes ? addComputed(result, node, root) : result;
}

function excludeChild(value: unknown, child: ProjectionNode | Leaf, root: Document): unknown {
  if (child instanceof ProjectionNode) return below(value, child, root, exclude, true);
  return child.kind === 'change' ? child.change(value) : undefined;
}

/** Keeps everything and sets the computed fields; existing fields keep their place. */
export function addFields(document: Document, node: ProjectionNode, root: Document): Document {
  const result: Document = { ...document };
  for (const [name, child] of node.children) {
    const value =
      child instanceof ProjectionNode
        ? below(field(document, name), child, root, addFields, false)
        : child.kind === 'compute'
          ? child.evaluate(root)
          : undefined;
    if (value === undefined) Reflect.deleteProperty(result, name);
    else setField(result, name, value);
  }
  return result;
}

// An array is projected element by element. Elements that are not documents are kept by an exclusion, replaced by
// computed fields, and dropped by an inclusion.
function below(value: unknown, node: ProjectionNode, root: Document, apply: Apply, keepScalars: boolean): unknown {
  if (isDocument(value)) return apply(value, node, root);
  if (Array.isArray(value)) {
    const elements = value.map((element: unknown) => below(element, node, root, apply, keepScalars));
    return elements.filter((element) => element !== undefined);
  }
  if (keepScalars) return value;
  return node.computes ? addComputed({}, node, root) : undefined;
}
