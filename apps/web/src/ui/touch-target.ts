/** A finger hits 44 pixels, also where a control looks smaller (WCAG 2.5.5). For anything with a position. */
export const touchTarget = {
  '@media (pointer: coarse)': {
    '&::after': {
      content: '""',
      position: 'absolute',
      inset: 'min(0px, calc((100% - 44px) / 2))',
    },
  },
} as const;

/** For the only link of a row or card that has a position: a finger hits it anywhere on it. A mouse can mark its text. */
export const wholeTarget = {
  '@media (pointer: coarse)': { '&::after': { content: '""', position: 'absolute', inset: 0 } },
} as const;
