import { parseGeoJSON } from 'echarts/core';

type Region = { readonly name: string; readonly contain: (place: [number, number]) => boolean };
type Outlines = { features: { properties: { id?: string; name: string }; id?: string }[] };

const FILES = import.meta.glob<{ default: Outlines }>('./places/**/*.json');
const COUNTRY = 'china';
const loadCountry = (): Promise<{ default: unknown }> => import('@cardinal/primitives/outlines/china.json');
const read = new Map<string, Promise<{ regions: Region[]; codes: Map<string, string> }>>();

/** Of the country, or of one province by its code. */
function outlinesOf(map: string) {
  const known = read.get(map);
  if (known) return known;
  const load = map === COUNTRY ? loadCountry : FILES[`./places/provinces/${map}.json`];
  const made = load
    ? load().then(({ default: given }) => {
        const outlines = given as Outlines;
        const codes = new Map(
          outlines.features.map((each) => [each.properties.name, String(each.id ?? each.properties.id ?? '')]),
        );
        // The engine decodes its input in place; the map's outlines must stay unchanged.
        const regions = parseGeoJSON(structuredClone(outlines) as never, 'name') as unknown as Region[];
        return { regions, codes };
      })
    : Promise.resolve({ regions: [], codes: new Map<string, string>() });
  read.set(map, made);
  return made;
}

export type PlaceName = { readonly province: string; readonly provinceCode: string; readonly city: string | null };

/** The province and city a place lies in, by the built-in outlines; undefined outside of them. */
export async function placeNameOf(latitude: number, longitude: number): Promise<PlaceName | undefined> {
  const at: [number, number] = [longitude, latitude];
  const country = await outlinesOf(COUNTRY);
  const province = country.regions.find((region) => region.contain(at));
  if (!province) return undefined;
  const provinceCode = country.codes.get(province.name) ?? '';
  const inside = await outlinesOf(provinceCode);
  return { province: province.name, provinceCode, city: inside.regions.find((each) => each.contain(at))?.name ?? null };
}
