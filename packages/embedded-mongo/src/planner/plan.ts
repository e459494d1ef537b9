import type { Index } from '../catalog/collection.js';
import type { Access } from './index-ranges.js';
import type { KeyFilter } from './key-filter.js';

/** How a query finds its documents. */
export type Plan = CollectionScan | IndexScan | UnionScan;

export interface CollectionScan {
  kind: 'collection';
  /** True if the documents are found in the requested order. */
  sorted: boolean;
  /** True if everything found matches the filter, so the filter need not be tested. */
  answersFilter: boolean;
}

export interface IndexScan {
  kind: 'index';
  index: Index;
  access: Access;
  /** Tested on entries before their documents are read. */
  keyFilter: KeyFilter | undefined;
  /** Scans that must also find each document; they are read first. */
  intersectedWith: readonly IndexScan[];
  reverse: boolean;
  sorted: boolean;
  answersFilter: boolean;
  /** True if the index was multikey when the plan was made, so that `answersFilter` also holds for arrays. */
  plannedAsMultikey: boolean;
}

/** The combined results of several scans, without duplicates. */
export interface UnionScan {
  kind: 'union';
  branches: readonly IndexScan[];
  /** True if each branch is in the requested order, so the branches are merged instead of sorted. */
  merged: boolean;
  sorted: boolean;
  answersFilter: boolean;
}

export type IndexPlan = IndexScan | UnionScan;
