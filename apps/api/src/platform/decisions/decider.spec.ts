import { assertDecided, Decider, type StoredDecision } from './decider';

type Row = { text: string; decisions: StoredDecision[] };

const rules = { of: ({ decisions }: Row) => decisions, contentOf: ({ text }: Row) => text };
const row = (text: string, ...decisions: StoredDecision[]): Row => ({ text, decisions });
const approval = (content?: string) => ({ approved: true, content });
const rejection = (content?: string) => ({ approved: false, content });
const decider = Object.create(Decider.prototype) as Decider;
const write = (before: Row | null, after: Row, by?: Decider) => () => {
  assertDecided(rules, { before, after }, by);
};

describe('a write of a document that can be decided on', () => {
  it.each<[string, Row | null, Row, Decider | undefined]>([
    ['without decisions', row('a'), row('b'), undefined],
    ['adds a decision on what it writes', row('a'), row('a', approval('a')), decider],
    [
      'adds a second approval on the same content',
      row('a', approval('a')),
      row('a', approval('a'), approval('a')),
      decider,
    ],
    ['keeps an approval of what stays', row('a', approval('a')), row('a', approval('a')), undefined],
    ['ends an approval with its content', row('a', approval('a')), row('b'), undefined],
    ['keeps a rejection of what has changed', row('a', rejection('a')), row('b', rejection('a')), undefined],
    ['keeps an approval from before digests', row('a', approval()), row('a', approval()), undefined],
    ['adds the digest to one from before', row('a', approval()), row('a', approval('a')), undefined],
  ])('%s', (_, before, after, by) => {
    expect(write(before, after, by)).not.toThrow();
  });

  it.each<[string, Row | null, Row, Decider | undefined, string]>([
    ['adds one without a decider', row('a'), row('a', approval('a')), undefined, 'needs a decider'],
    ['adds one without a digest', row('a'), row('a', approval()), decider, 'needs the digest'],
    ['inserts one without a digest', null, row('a', rejection()), decider, 'needs the digest'],
    ['adds one with another digest', row('a'), row('a', rejection('b')), decider, 'needs the digest'],
    ['keeps an approval of other content', row('a', approval('a')), row('b', approval('a')), undefined, 'holds only'],
    ['keeps one from before of other content', row('a', approval()), row('b', approval()), undefined, 'holds only'],
    ['adds the new digest to one from before', row('a', approval()), row('b', approval('b')), undefined, 'holds only'],
    [
      'gives an approval another digest',
      row('a', approval('a')),
      row('b', approval('b')),
      undefined,
      'needs a decider',
    ],
    [
      'adds a second approval on other content than the first',
      row('a', approval('a')),
      row('b', approval('a'), approval('b')),
      decider,
      'holds only',
    ],
  ])('fails where it %s', (_, before, after, by, message) => {
    expect(write(before, after, by)).toThrow(message);
  });
});
