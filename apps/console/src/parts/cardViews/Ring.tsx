import { text } from '@cardinal/primitives/text.ts';
import { classNames } from '@cardinal/ui/classNames.ts';
import { useText } from '@cardinal/ui/language.tsx';
import './ring.css';

const USED = text('已用 {percent}%', '{percent}% used');
const RADIUS = 42;
const AROUND = 2 * Math.PI * RADIUS;
const NEAR_PERCENT = 90;

/** The used share of an allowance as a ring; usage beyond it appears in the number. */
export function Ring(props: { used: bigint; total: bigint }) {
  const t = useText();
  const percent = Number((props.used * 100n) / props.total);
  // Any usage is visible, however small.
  const shown = percent === 0 && props.used > 0n ? '<1' : percent;
  const share = Math.min(percent, 100) / 100;
  return (
    <svg
      viewBox="0 0 100 100"
      width="112"
      height="112"
      role="img"
      aria-label={t(USED, { percent: shown })}
      className={classNames('ring', percent >= 100 ? 'is-over' : percent >= NEAR_PERCENT && 'is-near')}
    >
      <circle cx="50" cy="50" r={RADIUS} className="ring-track" />
      <circle
        cx="50"
        cy="50"
        r={RADIUS}
        className="ring-used"
        strokeDasharray={`${share * AROUND} ${AROUND}`}
        transform="rotate(-90 50 50)"
      />
      <text x="50" y="51" textAnchor="middle" dominantBaseline="middle">
        {shown}%
      </text>
    </svg>
  );
}
