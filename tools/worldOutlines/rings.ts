export type Place = readonly [number, number];
/** Closed: the last place is the first one. */
export type Ring = readonly Place[];

const key = ([x, y]: Place): string => `${x},${y}`;

/** The rings around all of them together: an edge that two of them have in common is inside and falls away. */
export function joined(rings: readonly Ring[]): Ring[] {
  const edges = new Map<string, [Place, Place]>();
  for (const ring of rings) {
    for (const [at, from] of ring.slice(0, -1).entries()) {
      const to = ring[at + 1] ?? from;
      const back = `${key(to)} ${key(from)}`;
      if (key(from) === key(to) || edges.delete(back)) continue;
      edges.set(`${key(from)} ${key(to)}`, [from, to]);
    }
  }
  const onwards = Map.groupBy(edges.values(), ([from]) => key(from));
  const found: Ring[] = [];
  for (;;) {
    const first = [...onwards.values()].find((ways) => ways.length > 0)?.[0];
    if (!first) return found;
    const ring: Place[] = [first[0]];
    for (let at: Place | undefined = first[0]; at !== undefined; ) {
      const next: Place | undefined = onwards.get(key(at))?.pop()?.[1];
      if (next) ring.push(next);
      at = next && key(next) !== key(first[0]) ? next : undefined;
    }
    found.push(ring);
  }
}

/** Twice the area a ring goes around, positive where it goes one way and negative where it goes the other. */
export const area = (ring: Ring): number =>
  ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y];
    return sum + x * nextY - nextX * y;
  }, 0) / 2;

const corner = ([ax, ay]: Place, [bx, by]: Place, [cx, cy]: Place): number =>
  Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;

/** A line without the corners that make up less than `least` of area (Visvalingam); its ends stay where they are. */
export function simplified(line: readonly Place[], least: number): Place[] {
  const kept = [...line];
  // A closed line must stay one that goes around something.
  const fewest = line.length > 3 && key(line[0] ?? [0, 0]) === key(line.at(-1) ?? [0, 0]) ? 4 : 2;
  while (kept.length > fewest) {
    let smallest = Number.POSITIVE_INFINITY;
    let where = -1;
    for (let at = 1; at < kept.length - 1; at += 1) {
      const size = corner(kept[at - 1] ?? [0, 0], kept[at] ?? [0, 0], kept[at + 1] ?? [0, 0]);
      if (size < smallest) [smallest, where] = [size, at];
    }
    if (smallest >= least) break;
    kept.splice(where, 1);
  }
  return kept;
}
