/** Values one room contributes to an extension point. */
export type Contribution = { readonly point: AnyPoint; readonly values: readonly unknown[] };

type AnyPoint = {
  readonly name: string;
  readonly combine: (values: readonly never[]) => unknown;
  /** Two values with one key conflict. Without it any number is allowed. */
  readonly keyOf: ((value: never) => string) | undefined;
};

/**
 * Lets later rooms contribute what an earlier room cannot know. The earlier room declares the point under its own name, exports
 * it from its face and reads the result with `ctx.contributed(point)`.
 */
export type ExtensionPoint<Value, Combined> = {
  readonly name: string;
  readonly combine: (values: readonly Value[]) => Combined;
  readonly keyOf: ((value: Value) => string) | undefined;
  readonly with: (...values: readonly Value[]) => Contribution;
};

export type Contributed = <Value, Combined>(point: ExtensionPoint<Value, Combined>) => Combined;

function declare<Value, Combined>(
  name: string,
  combine: (values: readonly Value[]) => Combined,
  keyOf?: (value: Value) => string,
): ExtensionPoint<Value, Combined> {
  const point: ExtensionPoint<Value, Combined> = {
    name,
    combine,
    keyOf,
    with: (...values) => ({ point, values }),
  };
  return point;
}

/** At most one value; undefined if no room contributes one. */
export const extensionPoint = <Value>(name: string): ExtensionPoint<Value, Value | undefined> =>
  declare(
    name,
    ([only]) => only,
    () => '',
  );

/** Any number of values, in the order of the rooms. */
export const extensionList = <Value>(name: string): ExtensionPoint<Value, readonly Value[]> =>
  declare(name, (values: readonly Value[]) => values);

/** One value per key. */
export const extensionMap = <Key extends string, Value>(
  name: string,
  keyOf: (value: Value) => Key,
): ExtensionPoint<Value, ReadonlyMap<Key, Value>> =>
  declare(name, (values: readonly Value[]) => new Map(values.map((value) => [keyOf(value), value])), keyOf);

type Room = {
  readonly name: string;
  readonly needs: readonly string[];
  readonly contributes: readonly Contribution[];
};

/** Extension points of the framework itself, which precedes every room. */
const FRAMEWORK = 'framework';

/** A room contributes to its own points, the framework's, and those of rooms it needs; names and keys are unique. */
export function contributionFaults(rooms: readonly Room[]): string[] {
  const faults: string[] = [];
  const points = new Map<string, AnyPoint>();
  const keys = new Set<string>();
  for (const room of rooms) {
    for (const { point, values } of room.contributes) {
      const owner = point.name.split('.')[0] as string;
      if (![FRAMEWORK, room.name, ...room.needs].includes(owner)) {
        faults.push(`Room ${room.name} contributes to ${point.name} without needing ${owner}`);
      }
      if ((points.get(point.name) ?? point) !== point) faults.push(`Two extension points are named ${point.name}`);
      points.set(point.name, point);
      if (!point.keyOf) continue;
      for (const value of values) {
        const key = `${point.name} ${point.keyOf(value as never)}`.trim();
        if (keys.has(key)) faults.push(`${key} is contributed twice`);
        keys.add(key);
      }
    }
  }
  return faults;
}

/** Combines every point once; later reads are lookups. */
export function combineContributions(contributions: readonly Contribution[]): Contributed {
  const byPoint = Map.groupBy(contributions, ({ point }) => point);
  const combined = new Map<AnyPoint, unknown>(
    [...byPoint].map(([point, given]) => [point, point.combine(given.flatMap(({ values }) => values) as never[])]),
  );
  return <Value, Combined>(point: ExtensionPoint<Value, Combined>) => {
    if (!combined.has(point)) combined.set(point, point.combine([]));
    return combined.get(point) as Combined;
  };
}
