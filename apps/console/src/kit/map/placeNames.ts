import { parseGeoJSON } from 'echarts/core';

type Region = { readonly name: string; readonly contain: (place: [number, number]) => boolean };
type Outlines = { features: { properties: { id?: string; name: string }; id?: string }[] };

const FILES = import.meta.glob<{ default: Outlines }>('./places/**/*.json');
const read = new Map<string, Promise<{ regions: Region[]; codes: Map<string, string> }>>();

function outlinesOf(file: string) {
  const known = read.get(file);
  if (known) return known;
  const load = FILES[file];
  const made = load
    ? load().then(({ default: outlines }) => {
        const codes = new Map(
          outlines.features.map((each) => [each.properties.name, String(each.id ?? each.properties.id ?? '')]),
        );
        // The engine unpacks what it is given in place; the outlines of the map stay as they are.
        const regions = parseGeoJSON(structuredClone(outlines) as never, 'name') as unknown as Region[];
        return { regions, codes };
      })
    : Promise.resolve({ regions: [], codes: new Map<string, string>() });
  read.set(file, made);
  return made;
}

export type PlaceName = { readonly province: string; readonly provinceCode: string; readonly city: string | null };

/** The province and city a place lies in, by the built-in outlines; undefined outside of them. */
export async function placeNameOf(latitude: number, longitude: number): Promise<PlaceName | undefined> {
  const at: [number, number] = [longitude, latitude];
  const country = await outlinesOf('./places/china.json');
  const province = country.regions.find((region) => region.contain(at));
  if (!province) return undefined;
  const provinceCode = country.codes.get(province.name) ?? '';
  const inside = await outlinesOf(`./places/provinces/${provinceCode}.json`);
  return { province: province.name, provinceCode, city: inside.regions.find((each) => each.contain(at))?.name ?? null };
}
