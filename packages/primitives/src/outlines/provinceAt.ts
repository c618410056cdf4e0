import { type Corner, isWithin } from '../area.ts';
import outlines from './china.json' with { type: 'json' };

/** Integer units per degree in the packed data. */
const UNITS = 1_024;

type Province = { readonly code: number; readonly rings: readonly (readonly Corner[])[] };

/** A packed ring: each pair of letters is the delta from the previous corner, with the sign in the last bit. */
function unpacked(packed: string, [x0, y0]: readonly number[]): Corner[] {
  const step = (at: number) => {
    const code = packed.charCodeAt(at) - 64;
    return (code >> 1) ^ -(code & 1);
  };
  const corners: Corner[] = [];
  let [x, y] = [x0 ?? 0, y0 ?? 0];
  for (let at = 0; at + 1 < packed.length; at += 2) {
    x += step(at);
    y += step(at + 1);
    corners.push([x / UNITS, y / UNITS]);
  }
  return corners;
}

let known: readonly Province[] | undefined;

/** The outlines of the provinces in WGS-84 degrees, each with the first two digits of its code of GB/T 2260. */
export function outlinesOfProvinces(): readonly Province[] {
  known ??= outlines.features.map(({ id, geometry }) => {
    const packed = geometry.coordinates.flat();
    const begin = (geometry.encodeOffsets as unknown[]).flat(
      geometry.type === 'MultiPolygon' ? 1 : 0,
    ) as readonly (readonly number[])[];
    return { code: Number(id.slice(0, 2)), rings: packed.map((ring, at) => unpacked(ring, begin[at] ?? [])) };
  });
  return known;
}

/**
 * The province of China of a place (WGS-84), by the first two digits of its GB/T 2260 code: 44 is Guangdong. Undefined at sea
 * and abroad. Outlines are coarse: within a few kilometres of a border it may be the neighbour.
 */
export const provinceAt = (latitude: number, longitude: number): number | undefined =>
  // For holes and parts alike: a point is inside if an odd number of rings enclose it.
  outlinesOfProvinces().find(
    ({ rings }) => rings.filter((ring) => isWithin([longitude, latitude], ring)).length % 2 === 1,
  )?.code;
