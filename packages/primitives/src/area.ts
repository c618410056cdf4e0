/** Longitude and latitude in degrees, as maps order them. */
export type Corner = readonly [number, number];

/**
 * Whether a place lies within a polygon of ordered corners, closed implicitly. Points exactly on an edge may count either way.
 * Polygons do not cross the 180th meridian.
 */
export function isWithin([x, y]: Corner, corners: readonly Corner[]): boolean {
  let isInside = false;
  for (const [at, [x1, y1]] of corners.entries()) {
    const [x0, y0] = corners[(at + corners.length - 1) % corners.length] as Corner;
    // Each edge that a ray to the east crosses turns outside into inside.
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) isInside = !isInside;
  }
  return isInside;
}
