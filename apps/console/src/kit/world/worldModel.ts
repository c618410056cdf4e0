/** A country on the map: its outline, empty where it is too small for one, and the box around what makes it up. */
type Area = readonly [path: string, west: number, north: number, east: number, south: number];

/** `world.json`: outlines in units of the map, from its left and upper edge. */
export type World = {
  readonly width: number;
  readonly height: number;
  readonly areas: Readonly<Record<string, Area>>;
  /** Land that is drawn as no country's. */
  readonly nobodys: string;
  /** The line in the South China Sea. */
  readonly dashes: string;
};

export type WorldView = {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
};

/** Drawn last and within the outline of China, each with its own figure and without a national border. */
export const WITHIN_CHINA: readonly string[] = ['TW', 'HK', 'MO'];

/** Share of the view that stays free around what is looked at. */
const MARGIN = 0.12;
/** The closest initial view, in units: about a country of the size of France with its neighbours. */
const NEAREST = 420;
/** The closest view. */
const LIMIT = 60;

export const wholeOf = ({ width, height }: World): WorldView => ({ left: 0, top: 0, width, height });

/** The view of all these countries; the whole world where there are none or they span nearly all of it. */
export function viewOf(world: World, codes: readonly string[]): WorldView {
  const boxes = codes.flatMap((code) => {
    const area = world.areas[code];
    return area ? [area] : [];
  });
  if (boxes.length === 0) return wholeOf(world);
  const west = Math.min(...boxes.map(([, left]) => left));
  const north = Math.min(...boxes.map(([, , top]) => top));
  const east = Math.max(...boxes.map(([, , , right]) => right));
  const south = Math.max(...boxes.map(([, , , , bottom]) => bottom));
  const width = Math.max((east - west) * (1 + 2 * MARGIN), NEAREST);
  const height = Math.max((south - north) * (1 + 2 * MARGIN), NEAREST / 2);
  if (width >= world.width * 0.9) return wholeOf(world);
  return { left: (west + east - width) / 2, top: (north + south - height) / 2, width, height };
}

/** The view `times` nearer, around its middle, which stays on the map; never farther than the whole world. */
export function nearer(world: World, view: WorldView, times: number): WorldView {
  const width = Math.min(Math.max(view.width / times, LIMIT), world.width);
  const height = (view.height * width) / view.width;
  return moved(world, { ...view, width, height }, (view.width - width) / 2, (view.height - height) / 2);
}

const within = (value: number, most: number): number => Math.min(Math.max(value, 0), most);

/** The view so many units to the right and down; its middle stays on the map. */
export function moved(world: World, view: WorldView, right: number, down: number): WorldView {
  const x = within(view.left + right + view.width / 2, world.width);
  const y = within(view.top + down + view.height / 2, world.height);
  return { ...view, left: x - view.width / 2, top: y - view.height / 2 };
}

/** The approximate width of a map in pixels, to tell which countries are too small to see. */
const PIXELS = 700;
const LEAST_PIXELS = 8;

/** Where a country stands that is too small to be seen in this view; undefined where its outline is. */
export function dotOf(world: World, view: WorldView, code: string): readonly [number, number] | undefined {
  const area = world.areas[code];
  if (!area) return undefined;
  const [path, west, north, east, south] = area;
  const seen = (Math.max(east - west, south - north) / view.width) * PIXELS;
  return path === '' || seen < LEAST_PIXELS ? [(west + east) / 2, (north + south) / 2] : undefined;
}

/** The upper bounds of the shades, as shares of the largest figure: usage differs by orders of magnitude. */
const SHADES = [0.01, 0.05, 0.2, 0.5, 1] as const;
export const SHADE_COUNT = SHADES.length;

/** The shade of a figure, 1 to 5; 0 for nothing. */
export function shadeOf(figure: number, largest: number): number {
  if (figure <= 0 || largest <= 0) return 0;
  return SHADES.findIndex((share) => figure <= largest * share) + 1;
}

/** The legend of the shades: figures up to these. */
export const shadeEnds = (largest: number): number[] => SHADES.map((share) => largest * share);
