import type { Random } from '@cardinal/primitives/random.ts';
import { type Language, say, text } from '@cardinal/primitives/text.ts';

const WIDTH = 120;
const HEIGHT = 40;

type Point = readonly [number, number];

/** The strokes of each digit in a square of 10; several lines if the pen is lifted. */
const STROKES: readonly (readonly (readonly Point[])[])[] = [
  [
    [
      [5, 0],
      [1, 2],
      [0, 5],
      [1, 8],
      [5, 10],
      [9, 8],
      [10, 5],
      [9, 2],
      [5, 0],
    ],
  ],
  [
    [
      [1, 3],
      [5, 0],
      [5, 10],
    ],
    [
      [2, 10],
      [8, 10],
    ],
  ],
  [
    [
      [0, 2],
      [3, 0],
      [8, 0],
      [10, 3],
      [8, 5],
      [0, 10],
      [10, 10],
    ],
  ],
  [
    [
      [0, 1],
      [4, 0],
      [9, 1],
      [9, 4],
      [4, 5],
      [9, 6],
      [9, 9],
      [4, 10],
      [0, 9],
    ],
  ],
  [
    [
      [7, 10],
      [7, 0],
      [0, 7],
      [10, 7],
    ],
  ],
  [
    [
      [9, 0],
      [1, 0],
      [1, 4],
      [6, 4],
      [10, 6],
      [9, 9],
      [4, 10],
      [0, 9],
    ],
  ],
  [
    [
      [9, 0],
      [3, 3],
      [0, 7],
      [3, 10],
      [8, 10],
      [10, 7],
      [7, 5],
      [2, 6],
    ],
  ],
  [
    [
      [0, 0],
      [10, 0],
      [4, 10],
    ],
    [
      [3, 5],
      [8, 5],
    ],
  ],
  [
    [
      [5, 5],
      [1, 3],
      [3, 0],
      [7, 0],
      [9, 3],
      [5, 5],
      [0, 8],
      [3, 10],
      [7, 10],
      [10, 8],
      [5, 5],
    ],
  ],
  [
    [
      [9, 4],
      [3, 5],
      [0, 3],
      [3, 0],
      [8, 0],
      [10, 3],
      [8, 8],
      [3, 10],
    ],
  ],
];

const INKS = ['#1f3a5f', '#5a2a4a', '#24523b', '#5b3a12', '#3b2f6b'] as const;

/** A data URL of the code as bent, jittered strokes under noise. It contains no text that could be selected. */
export function drawCode(code: string, random: Random): string {
  const between = (low: number, high: number) => low + (random.int(1_000) / 999) * (high - low);
  const ink = () => INKS[random.int(INKS.length)] ?? INKS[0];
  const shapes: string[] = [];
  const step = WIDTH / (code.length + 0.5);
  [...code].forEach((digit, at) => {
    const [turn, slant, wide, high] = [between(-0.3, 0.3), between(-0.25, 0.25), between(1.5, 2), between(1.9, 2.5)];
    const [middleX, middleY] = [step * (at + 0.75) + between(-2, 2), HEIGHT / 2 + between(-3, 3)];
    const place = ([x, y]: Point): string => {
      const [flatX, flatY] = [(x - 5 + between(-0.35, 0.35)) * wide, (y - 5 + between(-0.35, 0.35)) * high];
      const leaning = flatX + slant * flatY;
      const placedX = middleX + leaning * Math.cos(turn) - flatY * Math.sin(turn);
      const placedY = middleY + leaning * Math.sin(turn) + flatY * Math.cos(turn);
      return `${placedX.toFixed(1)} ${placedY.toFixed(1)}`;
    };
    const lines = (STROKES[Number(digit)] ?? []).map((line) => `M${line.map(place).join('L')}`).join('');
    shapes.push(`<path d="${lines}" stroke="${ink()}" stroke-width="${between(1.8, 2.8).toFixed(1)}"/>`);
  });
  for (let count = 0; count < 4; count += 1) {
    const [y1, y2, y3, y4] = [between(0, HEIGHT), between(-10, 50), between(-10, 50), between(0, HEIGHT)];
    const curve = `M0 ${y1.toFixed(1)}C40 ${y2.toFixed(1)} 80 ${y3.toFixed(1)} ${WIDTH} ${y4.toFixed(1)}`;
    shapes.push(`<path d="${curve}" stroke="${ink()}" stroke-width="1" opacity=".55"/>`);
  }
  for (let count = 0; count < 30; count += 1) {
    const [x, y] = [between(0, WIDTH).toFixed(1), between(0, HEIGHT).toFixed(1)];
    shapes.push(`<path d="M${x} ${y}h1.2" stroke="${ink()}" stroke-width="1.2" opacity=".5"/>`);
  }
  // Shuffled, so that neither order nor kind of a path reveals its meaning.
  for (let at = shapes.length - 1; at > 0; at -= 1) {
    const other = random.int(at + 1);
    [shapes[at], shapes[other]] = [shapes[other]!, shapes[at]!];
  }
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">` +
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f3f5f8"/>` +
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}</g></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}

const NUMBERS = [
  text('零', 'zero'),
  text('一', 'one'),
  text('二', 'two'),
  text('三', 'three'),
  text('四', 'four'),
  text('五', 'five'),
  text('六', 'six'),
  text('七', 'seven'),
  text('八', 'eight'),
  text('九', 'nine'),
] as const;
const ASKED = text('依次输入四个一位数：{sums}', 'Enter these four digits in order: {sums}');
const SUM = text('{a}加{b}', '{a} plus {b}');

/** The code as small sums in words, for a screen reader. */
export function askCode(code: string, random: Random, language: Language): string {
  const sums = [...code].map((digit) => {
    const whole = Number(digit);
    const part = random.int(whole + 1);
    return say(SUM, language, { a: NUMBERS[part]!, b: NUMBERS[whole - part]! });
  });
  return say(ASKED, language, { sums: sums.join(language === 'en' ? ', ' : '，') });
}
