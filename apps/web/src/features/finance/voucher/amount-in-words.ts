import { plural } from '@shifa/contract';
import { toWords } from 'to-words/en-IN';
import { capitalized } from '../../../lib/format';

const PAISE_IN_RUPEE = 100;
const RUPEES_IN_CRORE = 10_000_000;

/**
 * Paise in words as on Indian cheques and vouchers: `Rupees one lakh twenty-five thousand fifty and fifty paise
 * only`. The crore is the largest unit. A negative amount begins with `Minus`.
 */
export function amountInWords(amount: number): string {
  const paise = Math.abs(amount);
  const rest = paise % PAISE_IN_RUPEE;
  const rupees = (paise - rest) / PAISE_IN_RUPEE;
  const parts = [
    ...(rupees === 0 ? [] : [`${plural(rupees, 'rupee', 'rupees')} ${wholeInWords(rupees)}`]),
    ...(rest === 0 ? [] : [`${inWords(rest)} ${plural(rest, 'paisa', 'paise')}`]),
  ];
  const words = `${amount < 0 ? 'minus ' : ''}${parts.length === 0 ? 'rupees zero' : parts.join(' and ')}`;
  return `${capitalized(words)} only`;
}

function wholeInWords(rupees: number): string {
  const below = rupees % RUPEES_IN_CRORE;
  const crores = (rupees - below) / RUPEES_IN_CRORE;
  return [...(crores === 0 ? [] : [`${inWords(crores)} crore`]), ...(below === 0 ? [] : [inWords(below)])].join(' ');
}

/** A number below a crore; the library writes `Twenty Five`. */
function inWords(count: number): string {
  return toWords(count)
    .toLowerCase()
    .replace(
      /\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety) (one|two|three|four|five|six|seven|eight|nine)\b/g,
      '$1-$2',
    );
}
