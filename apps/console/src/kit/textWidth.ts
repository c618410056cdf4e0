const WEIGHTS = { plain: 400, strong: 500 } as const;

let ruler: CanvasRenderingContext2D | null | undefined;
const known = new Map<string, number>();

function rulerOf(): CanvasRenderingContext2D | null {
  if (ruler === undefined) ruler = document.createElement('canvas').getContext('2d');
  return ruler;
}

/** The width of a table's text in pixels, measured before it is rendered. */
export function textWidth(words: string, weight: keyof typeof WEIGHTS = 'plain'): number {
  const key = `${weight} ${words}`;
  const measured = known.get(key);
  if (measured !== undefined) return measured;
  const drawn = rulerOf();
  if (!drawn) return 0;
  const family = getComputedStyle(document.documentElement).getPropertyValue('--sans');
  drawn.font = `${WEIGHTS[weight]} 13px ${family}`;
  const width = Math.ceil(drawn.measureText(words).width);
  known.set(key, width);
  return width;
}
