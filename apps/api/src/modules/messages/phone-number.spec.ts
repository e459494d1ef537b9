import { internationalNumber } from './phone-number';

it.each([
  ['+91 98300 12345', '+919830012345'],
  ['98300-12345', '+919830012345'],
  ['098300 12345', '+919830012345'],
  ['91 98300 12345', '+919830012345'],
  ['9198300123', '+919198300123'],
  ['+1 (415) 555-0100', '+14155550100'],
])('%s is sent to as %s', (phone, number) => expect(internationalNumber(phone)).toBe(number));

it.each([
  null,
  '',
  // A landline of Kolkata without its country code, and a short number.
  '033 2212 0000',
  '100',
  '+0 98300 12345',
  '+91',
  '+1234567890123456',
  '+919830012345\r\nX-Admin: 1',
  '+9198300\u00a012345',
  '+91९८३००१२३४५',
  '+919830012345,+919830012346',
])('%j is sent nothing', (phone) => expect(internationalNumber(phone)).toBeNull());
