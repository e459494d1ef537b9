import { describe, it } from 'vitest';
import { projectionCases } from './testing/cases/projection.js';
import { unsupportedProjections } from './testing/cases/unsupported.js';
import { compileProjection } from './project.js';
import { check, overWire } from './testing/run.js';

describe('compileProjection', () => {
  it.each([...projectionCases, ...unsupportedProjections])('$name', ({ doc, projection, expected }) => {
    const wired = overWire({ doc, projection });
    check(() => compileProjection(wired.projection)(wired.doc), expected);
  });
});
