import { describe, it } from 'vitest';
import { projectionCases } from './cases/projection.js';
import { unsupportedProjections } from './cases/unsupported.js';
import { compileProjection } from './project.js';
import { check, overWire } from './testing/run.js';

describe('compileProjection', () => {
  it.each([...projectionCases, ...unsupportedProjections])('$name', ({ doc, projection, filter, expected }) => {
    const wired = overWire({ doc, projection, filter: filter ?? {} });
    check(() => compileProjection(wired.projection, wired.filter)(wired.doc), expected);
  });
});
