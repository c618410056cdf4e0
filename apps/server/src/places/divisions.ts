import { readFileSync } from 'node:fs';

/** A province, city or district of China by its code of GB/T 2260. */
export type Division = {
  readonly code: string;
  readonly name: string;
  readonly parent: string | null;
  readonly children: readonly Division[];
};

type Growing = { code: string; name: string; parent: string | null; children: Growing[] };

/**
 * The file has a line `#code name` per province and below it a line per city, followed by the city's districts. A city without
 * districts, and Hong Kong, Macao and Taiwan, are leaves themselves.
 */
function readDivisions(): ReadonlyMap<string, Division> {
  const known = new Map<string, Growing>();
  const grow = (written: string, parent: Growing | undefined): Growing => {
    const made: Growing = {
      code: written.slice(0, 6),
      name: written.slice(6),
      parent: parent?.code ?? null,
      children: [],
    };
    parent?.children.push(made);
    known.set(made.code, made);
    return made;
  };
  let province: Growing | undefined;
  for (const line of readFileSync(new URL('./divisions.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n')) {
    if (line.startsWith('#')) {
      province = grow(line.slice(1), undefined);
      continue;
    }
    const [city = '', ...districts] = line.split(' ');
    const made = grow(city, province);
    for (const district of districts) grow(district, made);
  }
  return known;
}

const divisions = readDivisions();

export const divisionOf = (code: string): Division | undefined => divisions.get(code);

export const provinces: readonly Division[] = [...divisions.values()].filter(({ parent }) => parent === null);

/** From the province down to the division itself; empty for an unknown code. */
export function divisionPath(code: string): Division[] {
  const found = divisions.get(code);
  return found ? [...(found.parent ? divisionPath(found.parent) : []), found] : [];
}

/** Parts of a province that are no city of their own are omitted: «北京市 东城区». */
const UNSPOKEN = /^(市辖区|县|省直辖县级行政区划|自治区直辖县级行政区划)$/;

/** An address's place in words: «广东省 深圳市 南山区». An obsolete code is shown as it is. */
export const placeName = (code: string): string =>
  divisionPath(code)
    .filter(({ name }) => !UNSPOKEN.test(name))
    .map(({ name }) => name)
    .join(' ') || code;
