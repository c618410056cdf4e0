import type { Place } from './rings.ts';

/** What Natural Earth draws apart, and where it is drawn here: as maps made for China draw it. */
export const PART_OF: Readonly<Record<string, string>> = {
  Kosovo: 'RS',
  Somaliland: 'SO',
  'N. Cyprus': 'CY',
  'Indian Ocean Ter.': 'AU',
  // Drawn with China, from another source.
  '158': 'CN',
};

type Box = readonly [west: number, south: number, east: number, north: number];

/** Parts of a country that ISO 3166 gives a code of their own, or that another country's outline holds. */
export const OVERSEAS: readonly { readonly of: string; readonly code: string; readonly box: Box }[] = [
  { of: 'FR', code: 'GF', box: [-55, 2, -51, 6.5] },
  { of: 'FR', code: 'GP', box: [-62, 15.7, -60.9, 16.6] },
  { of: 'FR', code: 'MQ', box: [-61.4, 14.2, -60.7, 15.1] },
  { of: 'FR', code: 'RE', box: [55, -21.6, 56, -20.7] },
  { of: 'FR', code: 'YT', box: [44.9, -13.2, 45.4, -12.5] },
  { of: 'NO', code: 'SJ', box: [-10, 70.6, 35, 81.5] },
  { of: 'NL', code: 'BQ', box: [-69.5, 11.9, -62.8, 17.8] },
  { of: 'RU', code: 'UA', box: [32.3, 44.2, 36.7, 46.3] },
  { of: 'AU', code: 'CX', box: [105, -11, 106, -10] },
  { of: 'AU', code: 'CC', box: [96, -13, 97.5, -11.5] },
];

/** Where the countries are that the outlines are too coarse for. */
export const ELSEWHERE: Readonly<Record<string, Place>> = {
  BV: [3.4, -54.4],
  GI: [-5.35, 36.14],
  TK: [-171.8, -9.2],
  TV: [179.2, -8.5],
  UM: [166.6, 19.3],
};

/**
 * The line in the South China Sea, and its mark east of Taiwan: from and to, in degrees. The nine are Natural Earth's
 * (ne_10m_admin_0_boundary_lines_maritime_indicator_chn), public domain, by their ends.
 */
export const DASHES: readonly (readonly [Place, Place])[] = [
  [
    [122.52, 23.46],
    [122.8, 24.58],
  ],
  [
    [121.838, 21.725],
    [121.082, 20.878],
  ],
  [
    [119.834, 18.814],
    [119.391, 17.775],
  ],
  [
    [119.025, 15.898],
    [119.011, 14.751],
  ],
  [
    [119.04, 12.362],
    [118.589, 11.285],
  ],
  [
    [116.51, 8.118],
    [115.678, 7.279],
  ],
  [
    [112.699, 3.669],
    [111.544, 3.402],
  ],
  [
    [108.432, 7.367],
    [108.39, 6.186],
  ],
  [
    [110.397, 12.624],
    [110.087, 11.504],
  ],
  [
    [109.316, 16.587],
    [109.869, 15.576],
  ],
];
