import type { Place } from './rings.ts';

const MIDDLE = 11;
/** Where the map is cut: between the islands, so that no outline lies on both sides. */
const cutAt = (latitude: number): number => (latitude > 62 ? -168.6 : -169.3);
/** Units around the equator. */
export const WIDTH = 4_000;
const NORTH = 84;
const SOUTH = -57;

const RADIANS = Math.PI / 180;

/** The Natural Earth projection (Tom Patterson, Bojan Šavrič), on a sphere of radius 1. */
function onSphere(east: number, north: number): Place {
  const n = north * RADIANS;
  const n2 = n * n;
  const n4 = n2 * n2;
  return [
    east * RADIANS * (0.8707 - 0.131979 * n2 + n4 * (-0.013791 + n4 * (0.003971 * n2 - 0.001529 * n4))),
    n * (1.007226 + n2 * (0.015085 + n4 * (-0.044475 + 0.028874 * n2 - 0.005916 * n4))),
  ];
}

const HALF = onSphere(180, 0)[0];
const TOP = onSphere(0, NORTH)[1];
const SCALE = WIDTH / 2 / HALF;

export const HEIGHT = Math.round((TOP - onSphere(0, SOUTH)[1]) * SCALE);

/** Longitude and latitude as units from the left and from the top. */
export function project([longitude, latitude]: Place): Place {
  const east = longitude < cutAt(latitude) ? longitude + 360 : longitude;
  const [x, y] = onSphere(east - MIDDLE, latitude);
  return [(x + HALF) * SCALE, (TOP - y) * SCALE];
}
