import { checker } from './watched-clients';

/** A test fails if it, or what prepared it, sent something that MongoDB would refuse. */
function expectNothingBroken(): void {
  const broken = [...new Set(checker.broken.splice(0))];
  if (broken.length > 0) throw new Error(broken.join('\n'));
}

afterEach(expectNothingBroken);
afterAll(expectNothingBroken);
