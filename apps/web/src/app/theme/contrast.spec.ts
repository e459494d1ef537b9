import { describe, expect, it } from 'vitest';
import { dark, light, roles } from './tokens';

type Rgb = readonly [number, number, number];

function parse(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG contrast of two `#RRGGBB` colours, 1 … 21. */
function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

/** `percent` of the first colour over the second, as `color-mix(in srgb, …)` does it. */
function mix(over: string, percent: number, under: string): string {
  const top = parse(over);
  const channels = parse(under).map((channel, index) => {
    const share = percent / 100;
    return Math.round((top[index] ?? 0) * share + channel * (1 - share));
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

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
