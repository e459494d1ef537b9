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
export function contrast(one: string, other: string): number {
  const [dim, bright] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b) as [number, number];
  return (bright + 0.05) / (dim + 0.05);
}

/** `percent` of the first colour over the second, as `color-mix(in srgb, …)` does it. */
export function mix(over: string, percent: number, under: string): string {
  const top = parse(over);
  const channels = parse(under).map((channel, index) => {
    const share = percent / 100;
    return Math.round((top[index] ?? 0) * share + channel * (1 - share));
  });
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}
