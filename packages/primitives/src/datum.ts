/**
 * The three datums of maps of China. Places are stored in WGS-84, as receivers and networks report them. Maps sold in the
 * mainland use GCJ-02, which shifts a place by some hundred metres; Baidu's use BD-09, which shifts it once more.
 */
export const DATUMS = ['WGS84', 'GCJ02', 'BD09'] as const;
export type Datum = (typeof DATUMS)[number];

/** Degrees north and east. */
export type Place = { readonly latitude: number; readonly longitude: number };

/** The ellipsoid of Krasovsky 1940, in metres, used by GCJ-02; the square of its eccentricity. */
const AXIS = 6_378_245;
const ECCENTRICITY = 0.006_693_421_622_965_943;
const BAIDU = (Math.PI * 3_000) / 180;

/** Roughly the mainland; elsewhere the three datums are equal. */
const isShifted = ({ latitude, longitude }: Place): boolean =>
  longitude > 73.66 && longitude < 135.05 && latitude > 3.86 && latitude < 53.55;

const wave = (factor: number, at: number): number => factor * Math.sin(at * Math.PI);
const waves = (x: number): number => (2 / 3) * (wave(20, 6 * x) + wave(20, 2 * x));

function northward(x: number, y: number): number {
  const plane = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.1 * x * y + 0.2 * Math.sqrt(Math.abs(x));
  return plane + waves(x) + (2 / 3) * (wave(20, y) + wave(40, y / 3) + wave(160, y / 12) + wave(320, y / 30));
}

function eastward(x: number, y: number): number {
  const plane = 300 + x + 2 * y + 0.1 * x * x + 0.1 * x * y + 0.1 * Math.sqrt(Math.abs(x));
  return plane + waves(x) + (2 / 3) * (wave(20, x) + wave(40, x / 3) + wave(150, x / 12) + wave(300, x / 30));
}

function gcj02FromWgs84(place: Place): Place {
  if (!isShifted(place)) return place;
  const { latitude, longitude } = place;
  const angle = (latitude * Math.PI) / 180;
  const magic = 1 - ECCENTRICITY * Math.sin(angle) ** 2;
  const [x, y] = [longitude - 105, latitude - 35];
  const metresNorth = (AXIS * (1 - ECCENTRICITY)) / (magic * Math.sqrt(magic));
  const metresEast = (AXIS / Math.sqrt(magic)) * Math.cos(angle);
  return {
    latitude: latitude + (northward(x, y) * 180) / (metresNorth * Math.PI),
    longitude: longitude + (eastward(x, y) * 180) / (metresEast * Math.PI),
  };
}

function bd09FromGcj02(place: Place): Place {
  if (!isShifted(place)) return place;
  const { latitude, longitude } = place;
  const radius = Math.hypot(longitude, latitude) + 0.000_02 * Math.sin(latitude * BAIDU);
  const angle = Math.atan2(latitude, longitude) + 0.000_003 * Math.cos(longitude * BAIDU);
  return { latitude: radius * Math.sin(angle) + 0.006, longitude: radius * Math.cos(angle) + 0.0065 };
}

/** Converts a place to a datum. */
export function fromWgs84(place: Place, datum: Datum): Place {
  if (datum === 'WGS84') return place;
  const shifted = gcj02FromWgs84(place);
  return datum === 'GCJ02' ? shifted : bd09FromGcj02(shifted);
}

/** Iterations for an accuracy of a centimetre: each leaves a hundredth of the error. */
const ROUNDS = 6;

/** Converts a place from a datum to WGS-84. The shift has no closed inverse, so it is iterated. */
export function toWgs84(place: Place, datum: Datum): Place {
  if (datum === 'WGS84') return place;
  let found = place;
  for (let round = 0; round < ROUNDS; round += 1) {
    const there = fromWgs84(found, datum);
    found = {
      latitude: found.latitude + place.latitude - there.latitude,
      longitude: found.longitude + place.longitude - there.longitude,
    };
  }
  return found;
}
