import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';

type Props = {
  readonly samples: readonly { readonly at: string; readonly value: number }[];
  readonly limit: number;
  /** In words, with their units. */
  readonly words: { readonly value: string; readonly worst: string; readonly limit: string };
};

const [WIDTH, HEIGHT, EDGE] = [120, 28, 3];
const TITLE = text('当前 {value}，最差 {worst}，阈值 {limit}', 'Now {value}, worst {worst}, limit {limit}');

/** How a figure went since its event opened, against its limit. */
export function Course({ samples, limit, words }: Props) {
  const t = useText();
  const values = [...samples.map(({ value }) => value), limit];
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const y = (value: number) =>
    most === least ? HEIGHT / 2 : HEIGHT - EDGE - ((value - least) / (most - least)) * (HEIGHT - 2 * EDGE);
  const times = samples.map(({ at }) => Date.parse(at));
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  const x = (at: number) => (to === from ? WIDTH / 2 : EDGE + ((at - from) / (to - from)) * (WIDTH - 2 * EDGE));
  const points = samples.map(({ value }, place) => [x(times[place] ?? from), y(value)] as const);
  const last = points.at(-1);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img">
      <title>{t(TITLE, words)}</title>
      <line x1={0} x2={WIDTH} y1={y(limit)} y2={y(limit)} stroke="var(--danger)" strokeDasharray="3 3" />
      <polyline
        points={points.map((point) => point.join(',')).join(' ')}
        fill="none"
        stroke="var(--primary)"
        strokeWidth={1.5}
      />
      {last ? <circle cx={last[0]} cy={last[1]} r={2.5} fill="var(--primary)" /> : null}
    </svg>
  );
}
