import { drawAgain, fraction, hashText } from '../chance.ts';

/** Where the network saw a card. */
export type Place = {
  readonly atMs: number;
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracyMetres: number;
  readonly cellId: number;
};

/** City centres (latitude, longitude) around which cards move. */
const CITIES = [
  [39.9042, 116.4074],
  [31.2304, 121.4737],
  [23.1291, 113.2644],
  [22.5431, 114.0579],
  [30.5728, 104.0668],
  [30.2741, 120.1551],
  [32.0603, 118.7969],
  [34.3416, 108.9398],
  [30.5928, 114.3055],
  [29.563, 106.5516],
  [36.0671, 120.3826],
  [38.914, 121.6147],
  [28.2282, 112.9388],
  [26.0745, 119.2965],
  [45.8038, 126.535],
  [43.8256, 87.6168],
] as const;

const POSITION_EVERY_MS = 6 * 3_600_000;

/** Positions every six hours within [fromMs, toMs], newest first; a card stays near one city. */
export function placesBetween(iccid: string, seed: number, fromMs: number, toMs: number, limit: number): Place[] {
  const hash = hashText(iccid, seed);
  const [latitude, longitude] = CITIES[drawAgain(hash, 11) % CITIES.length]!;
  const places: Place[] = [];
  for (let nth = Math.floor(toMs / POSITION_EVERY_MS); places.length < limit; nth--) {
    const atMs = nth * POSITION_EVERY_MS;
    if (atMs < fromMs) break;
    const draw = drawAgain(hash, nth);
    places.push({
      atMs,
      latitude: around(latitude, fraction(draw)),
      longitude: around(longitude, fraction(drawAgain(draw, 1))),
      accuracyMetres: 200 + (drawAgain(draw, 2) % 1800),
      cellId: drawAgain(draw, 3) % 268_435_456,
    });
  }
  return places;
}

function around(centre: number, share: number): number {
  return Math.round((centre + (share - 0.5) * 0.2) * 1e6) / 1e6;
}
