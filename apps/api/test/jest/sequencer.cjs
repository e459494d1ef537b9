const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * Starts the files that go over the whole product first: some take minutes, and a worker that begins one of them at the
 * end leaves the others without work.
 */
class WholeProductFirst extends Sequencer {
  sort(tests) {
    const isLong = ({ path, context }) => path.startsWith(`${context.config.rootDir}/test/`);
    const sorted = super.sort(tests);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}

module.exports = WholeProductFirst;
