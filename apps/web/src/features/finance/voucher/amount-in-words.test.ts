import { MAX_AMOUNT_PAISE } from '@shifa/contract';
import { describe, expect, it } from 'vitest';
import { amountInWords } from './amount-in-words';

describe('an amount in words', () => {
  it.each([
    [1, 'One paisa only'],
    [50, 'Fifty paise only'],
    [-50, 'Minus fifty paise only'],
    [-41_000, 'Minus rupees four hundred ten only'],
    [99, 'Ninety-nine paise only'],
    [100, 'Rupee one only'],
    [101, 'Rupee one and one paisa only'],
    [1_900, 'Rupees nineteen only'],
    [2_000, 'Rupees twenty only'],
    [2_100, 'Rupees twenty-one only'],
    [10_000, 'Rupees one hundred only'],
    [11_000, 'Rupees one hundred ten only'],
    [100_100, 'Rupees one thousand one only'],
    [5_000_001, 'Rupees fifty thousand and one paisa only'],
    [12_505_050, 'Rupees one lakh twenty-five thousand fifty and fifty paise only'],
    [999_999_999, 'Rupees ninety-nine lakh ninety-nine thousand nine hundred ninety-nine and ninety-nine paise only'],
    [1_000_000_000, 'Rupees one crore only'],
    [1_000_000_001, 'Rupees one crore and one paisa only'],
    [
      1_234_567_890,
      'Rupees one crore twenty-three lakh forty-five thousand six hundred seventy-eight and ninety paise only',
    ],
    [100_000_000_000, 'Rupees one hundred crore only'],
    [
      999_999_999_999,
      'Rupees nine hundred ninety-nine crore ninety-nine lakh ninety-nine thousand nine hundred ninety-nine and ninety-nine paise only',
    ],
    [MAX_AMOUNT_PAISE, 'Rupees one thousand crore only'],
  ])('%i paise', (paise, words) => {
    expect(amountInWords(paise)).toBe(words);
  });
});
