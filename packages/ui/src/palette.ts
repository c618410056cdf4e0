/** Every colour of the product, once. `palette.test.ts` checks a contrast of 4.5 : 1 for text. */
export type Palette = {
  readonly ink: string;
  readonly inkSecondary: string;
  /** Placeholders and other deliberately grey text; still legible. */
  readonly inkFaint: string;
  readonly line: string;
  /** Borders of controls, which need 3 : 1 against the surface. */
  readonly edge: string;
  readonly page: string;
  readonly surface: string;
  /** Headers of tables, hovered rows, quiet wells. */
  readonly well: string;
  readonly selected: string;
  readonly primary: string;
  readonly primaryHover: string;
  readonly primaryActive: string;
  readonly onPrimary: string;
  readonly success: string;
  readonly warning: string;
  readonly danger: string;
  readonly dangerHover: string;
  readonly dangerActive: string;
  readonly onDanger: string;
  readonly successSoft: string;
  readonly warningSoft: string;
  readonly dangerSoft: string;
  readonly primarySoft: string;
  readonly sidebar: string;
  readonly sidebarText: string;
  readonly sidebarFaint: string;
  readonly sidebarActive: string;
  readonly sidebarBar: string;
  readonly shadow: string;
};

const sidebar = {
  sidebar: '#0c1a2b',
  sidebarText: '#c6d2e1',
  sidebarFaint: '#8b9bb0',
  sidebarActive: '#1a2b42',
  sidebarBar: '#6ea0ff',
} as const;

export const LIGHT: Palette = {
  ...sidebar,
  ink: '#101828',
  inkSecondary: '#475467',
  inkFaint: '#626c80',
  line: '#e4e7ec',
  edge: '#8a94a6',
  page: '#f5f7fa',
  surface: '#ffffff',
  well: '#f8fafc',
  selected: '#eef3fd',
  primary: '#1550d1',
  primaryHover: '#1246b8',
  primaryActive: '#0e3a9b',
  onPrimary: '#ffffff',
  success: '#0a7d4b',
  warning: '#9a5b00',
  danger: '#b42318',
  dangerHover: '#9c1d13',
  dangerActive: '#82170e',
  onDanger: '#ffffff',
  successSoft: '#e9f6f0',
  warningSoft: '#fdf4e3',
  dangerSoft: '#fdecea',
  primarySoft: '#e9effc',
  shadow: '0 8px 24px rgb(16 24 40 / 0.14), 0 1px 3px rgb(16 24 40 / 0.08)',
};

export const DARK: Palette = {
  ...sidebar,
  ink: '#e6eaf0',
  inkSecondary: '#a3adbd',
  inkFaint: '#8d99ab',
  line: '#2a3342',
  edge: '#66738a',
  page: '#0d131c',
  surface: '#141c28',
  well: '#18212e',
  selected: '#1b2a45',
  primary: '#6ea0ff',
  primaryHover: '#8bb3ff',
  primaryActive: '#a6c4ff',
  onPrimary: '#0b1424',
  success: '#3ecf8e',
  warning: '#f0b429',
  danger: '#ff7a6b',
  dangerHover: '#ff958a',
  dangerActive: '#ffb0a7',
  onDanger: '#240b08',
  successSoft: '#10291f',
  warningSoft: '#2c230f',
  dangerSoft: '#331816',
  primarySoft: '#17243c',
  shadow: '0 8px 24px rgb(0 0 0 / 0.5), 0 1px 3px rgb(0 0 0 / 0.4)',
};

/** At most five series in a chart, in this order; greys after them. */
export const SERIES = {
  light: ['#1550d1', '#0a7d4b', '#9a5b00', '#7a3fc0', '#0e7490'],
  dark: ['#6ea0ff', '#3ecf8e', '#f0b429', '#b794f6', '#4fc3dc'],
} as const;

/** The dots beside carriers' names, never text: 3 : 1 on both surfaces. */
export const CARRIER_DOTS = {
  red: '#e0383e',
  green: '#17965f',
  blue: '#3b82e6',
  teal: '#0e8fa3',
  amber: '#c27a10',
  violet: '#9163d8',
  pink: '#cf4f94',
  grey: '#7d8899',
} as const;

export type Appearance = 'light' | 'dark';
export const paletteOf = (appearance: Appearance): Palette => (appearance === 'dark' ? DARK : LIGHT);

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Sets the palette as CSS variables (`--ink-secondary`, …) on the document. */
export function paint(root: HTMLElement, appearance: Appearance): void {
  root.dataset['appearance'] = appearance;
  root.style.colorScheme = appearance;
  // The background below a screen that is longer than the frame.
  root.style.backgroundColor = paletteOf(appearance).page;
  for (const [name, value] of Object.entries(paletteOf(appearance))) {
    root.style.setProperty(`--${kebab(name)}`, value);
  }
}
