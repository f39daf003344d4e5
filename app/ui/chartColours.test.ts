import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Returns the light and dark colours of a style sheet by name. */
function coloursOf(file: string): Record<string, [light: string, dark: string]> {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8');
  const found = text.matchAll(/--color-([a-z0-9-]+): var\(--light, (#\w{6})\) var\(--dark, (#\w{6})\)/g);
  return Object.fromEntries(Array.from(found, ([, name = '', light = '', dark = '']) => [name, [light, dark]]));
}

/** Returns the relative luminance of a colour as defined by WCAG. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const colours = coloursOf('./styles.css');
const chart = Object.keys(colours).filter((name) => /^(gain|fall|market)-\d$/.test(name));

test.each([0, 1] as const)('colours of charts have enough contrast in theme %s', (theme) => {
  const of = (name: string) => colours[name]?.[theme] ?? '';
  for (const name of chart) {
    const [ground, least] = name.startsWith('market') ? ['surface', 3] : ['ink', 4.5];
    expect([name, contrast(of(name), of(ground as string)) >= (least as number)]).toEqual([name, true]);
  }
  expect(chart).toHaveLength(14);
});
