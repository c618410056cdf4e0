import { describe, expect, it } from 'vitest';
import { CARRIER_DOTS, DARK, LIGHT, type Palette, SERIES } from './palette.ts';

const channel = (value: number) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255));
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (high! + 0.05) / (low! + 0.05);
}

const grounds: (keyof Palette)[] = ['surface', 'page', 'well', 'selected'];
const inks: (keyof Palette)[] = ['ink', 'inkSecondary', 'inkFaint', 'primary', 'success', 'warning', 'danger'];

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('%s palette', (_, palette) => {
  it.each(grounds.flatMap((ground) => inks.map((ink) => [ink, ground] as const)))('%s on %s reads', (ink, ground) => {
    expect(contrast(palette[ink], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it.each([
    ['onPrimary', 'primary'],
    ['onPrimary', 'primaryHover'],
    ['onPrimary', 'primaryActive'],
    ['onDanger', 'danger'],
    ['onDanger', 'dangerHover'],
    ['onDanger', 'dangerActive'],
    ['primaryHover', 'surface'],
    ['dangerHover', 'surface'],
    ['ink', 'successSoft'],
    ['ink', 'warningSoft'],
    ['ink', 'dangerSoft'],
    ['ink', 'primarySoft'],
    ['success', 'successSoft'],
    ['warning', 'warningSoft'],
    ['danger', 'dangerSoft'],
    ['primary', 'primarySoft'],
    ['sidebarText', 'sidebar'],
    ['sidebarText', 'sidebarActive'],
    ['sidebarFaint', 'sidebar'],
  ] as const)('%s on %s reads', (ink, ground) => {
    expect(contrast(palette[ink], palette[ground])).toBeGreaterThanOrEqual(4.5);
  });

  it('edges of controls stand out from the surface', () => {
    expect(contrast(palette.edge, palette.surface)).toBeGreaterThanOrEqual(3);
  });
});

it('chart colours stand out from their surface', () => {
  for (const colour of SERIES.light) expect(contrast(colour, LIGHT.surface)).toBeGreaterThanOrEqual(4.5);
  for (const colour of SERIES.dark) expect(contrast(colour, DARK.surface)).toBeGreaterThanOrEqual(4.5);
});

it('the dots of carriers stand out from both surfaces', () => {
  for (const dot of Object.values(CARRIER_DOTS)) {
    for (const { surface } of [LIGHT, DARK]) expect(contrast(dot, surface)).toBeGreaterThanOrEqual(3);
  }
});
