import { expect, test } from 'vitest';
import drawn from './world.json' with { type: 'json' };
import { dotOf, moved, nearer, shadeOf, viewOf, WITHIN_CHINA, type World, wholeOf } from './worldModel.ts';

const world = drawn as unknown as World;
const middleOf = (code: string) => {
  const [, west, north, east, south] = world.areas[code]!;
  return [(west + east) / 2, (north + south) / 2] as const;
};
/** The rings of a path, as places. */
function ringsOf(code: string): [number, number][][] {
  return [...world.areas[code]![0].matchAll(/M(\d+) (\d+)l([^z]*)z/g)].map(([, x, y, steps]) => {
    const numbers = [...steps!.matchAll(/-?\d+/g)].map(Number);
    const ring: [number, number][] = [[Number(x), Number(y)]];
    for (let at = 0; at + 1 < numbers.length; at += 2) {
      const [lastX, lastY] = ring.at(-1)!;
      ring.push([lastX + numbers[at]!, lastY + numbers[at + 1]!]);
    }
    return ring;
  });
}
const isIn = ([x, y]: readonly [number, number], code: string): boolean =>
  ringsOf(code).filter((ring) =>
    ring.reduce((is, [bx, by], at) => {
      const [ax, ay] = ring.at(at - 1)!;
      return by > y !== ay > y && x < ((ax - bx) * (y - by)) / (ay - by) + bx ? !is : is;
    }, false),
  ).length %
    2 ===
  1;

test('China has Taiwan, Hong Kong and Macao in its outline, and each of them one of its own', () => {
  for (const code of WITHIN_CHINA) {
    expect(world.areas[code]?.[0]).not.toBe('');
    const [, west, north, east, south] = world.areas['CN']!;
    const [x, y] = middleOf(code);
    expect(x > west && x < east && y > north && y < south, code).toBe(true);
  }
  expect(isIn(middleOf('TW'), 'CN')).toBe(true);
});

test('the line in the South China Sea has its ten marks, from off Taiwan down to Borneo', () => {
  expect(world.dashes.match(/M/g)).toHaveLength(10);
  expect(Math.max(...[...world.dashes.matchAll(/ (\d+)/g)].map(([, y]) => Number(y)))).toBeGreaterThan(930);
});

test('borders are drawn as maps made for China draw them', () => {
  // Places in units of the map: Tawang and Aksai Chin; Sevastopol; Pristina.
  expect(isIn([2866, 655], 'CN')).toBe(true);
  expect(isIn([2716, 557], 'CN')).toBe(true);
  expect(isIn([2227, 434], 'UA')).toBe(true);
  expect(isIn([2102, 461], 'RS')).toBe(true);
});

test('every country of the dictionary is on the map, on it and not beside it', () => {
  expect(Object.keys(world.areas).length).toBeGreaterThan(245);
  for (const [code, [, west, north, east, south]] of Object.entries(world.areas)) {
    expect(west >= 0 && north >= -20 && east <= world.width && south <= world.height + 20, code).toBe(true);
  }
});

test('a view holds what it is for, keeps a distance, and shows the world when that is everywhere', () => {
  const view = viewOf(world, ['FR', 'DE']);
  for (const code of ['FR', 'DE']) {
    const [, west, north, east, south] = world.areas[code]!;
    expect(view.left <= west && view.top <= north).toBe(true);
    expect(view.left + view.width >= east && view.top + view.height >= south).toBe(true);
  }
  expect(viewOf(world, ['SG']).width).toBe(420);
  expect(viewOf(world, [])).toEqual(wholeOf(world));
  expect(viewOf(world, ['US', 'NZ', 'ZZ'])).toEqual(wholeOf(world));
});

test('one comes nearer and moves within the map', () => {
  const whole = wholeOf(world);
  expect(nearer(world, whole, 2).width).toBe(world.width / 2);
  expect(nearer(world, whole, 0.5).width).toBe(world.width);
  expect(nearer(world, whole, 1_000).width).toBe(60);
  const far = moved(world, whole, 99_999, 99_999);
  expect(far.left + far.width / 2).toBe(world.width);
});

test('what is too small to be seen is a dot, until one is near enough', () => {
  const whole = wholeOf(world);
  expect(dotOf(world, whole, 'SG')).toBeDefined();
  expect(dotOf(world, whole, 'FR')).toBeUndefined();
  expect(dotOf(world, viewOf(world, ['SG']), 'MY')).toBeUndefined();
  expect(dotOf(world, nearer(world, whole, 1_000), 'MV')).toBeDefined();
  expect(dotOf(world, whole, 'ZZ')).toBeUndefined();
});

test('shades follow the powers of usage', () => {
  expect([0, 1, 30, 100, 400, 1_000].map((figure) => shadeOf(figure, 1_000))).toEqual([0, 1, 2, 3, 4, 5]);
  expect(shadeOf(0, 0)).toBe(0);
});
