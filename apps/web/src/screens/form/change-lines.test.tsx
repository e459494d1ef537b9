import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ChangeLines } from './change-lines';
import { describeChanges } from './describe-changes';
import { describedField } from './described-field';

type Contact = { name: string; phone: string };

const fields = [
  {
    ...describedField('contacts', 'Contacts'),
    members: (contacts: unknown) =>
      ((contacts ?? []) as Contact[]).map(({ name, phone }) => ({ key: name, name, facts: [phone, 'Sales'] })),
  },
  { ...describedField('sent', 'Sent', (ways: string[]) => ways.join(', ')), isEvents: true as const },
];

function linesOf(field: string, before: unknown, after: unknown): string[] {
  const change = { field, before, after, entries: true as const };
  const { unmount } = render(<ChangeLines changes={describeChanges(fields, [change])} />);
  const lines = [...screen.getByRole('definition').children].map(({ textContent }) => textContent);
  unmount();
  return lines;
}

const [asha, ravi, meera] = ['Asha', 'Ravi', 'Meera'].map((name) => ({ name, phone: '98300 00001' }));

it('a changed member of a list is printed with its name and what differs, not as added and removed', () => {
  const moved = { name: 'Asha', phone: '98300 00002' };
  expect(linesOf('contacts', [asha, ravi], [moved, meera])).toEqual([
    'Asha: 98300 00001 → 98300 00002',
    'Added Meera: 98300 00001, Sales',
    'Removed Ravi: 98300 00001, Sales',
  ]);
  expect(linesOf('contacts', [asha, asha], [moved])).toEqual([
    'Asha: 98300 00001 → 98300 00002',
    'Removed Asha: 98300 00001, Sales',
  ]);
});

it('an empty list of a new document is not printed, and one that was emptied has become nothing', () => {
  const [sent] = describeChanges(fields, [{ field: 'sent', after: [] }]);
  expect(sent).toBeUndefined();
  render(<ChangeLines changes={describeChanges(fields, [{ field: 'sent', before: ['Emailed'], after: [] }])} />);
  expect(screen.getByRole('definition')).toHaveTextContent('Emailed → nothing');
});

it('a new event is printed as a statement', () => {
  expect(linesOf('sent', [], ['Emailed', 'Told'])).toEqual(['Emailed', 'Told']);
});
