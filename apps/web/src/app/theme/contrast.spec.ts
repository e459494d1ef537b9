import { describe, expect, it } from 'vitest';
import { contrast, mix } from './contrast';
import { dark, light, roles } from './tokens';

describe.each([
  ['light', light],
  ['dark', dark],
])('%s colours', (_, colors) => {
  it.each(['text', 'secondary', ...roles] as const)('%s reads on ground and surface', (role) => {
    expect(contrast(colors[role], colors.ground)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors[role], colors.surface)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(roles)('%s reads on its own tint, over surface and ground', (role) => {
    expect(contrast(colors[role], mix(colors[role], colors.tint, colors.surface))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(colors[role], mix(colors[role], colors.tint, colors.ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(roles)('words read on a button filled with %s', (role) => {
    expect(contrast(colors.onFilled, colors[role])).toBeGreaterThanOrEqual(4.5);
  });

  it('the edge of a field stands out from the surface', () => {
    expect(contrast(colors.control, colors.surface)).toBeGreaterThanOrEqual(3);
  });
});

it('knows the extremes', () => {
  expect(contrast('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#777777')).toBe(1);
  expect(mix('#FF0000', 50, '#0000FF')).toBe('#800080');
});
