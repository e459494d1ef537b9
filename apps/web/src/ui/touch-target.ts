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
