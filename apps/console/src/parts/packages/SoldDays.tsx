import { countAmount } from '@cardinal/ui/amounts.ts';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';

const [BAR, STEP, HIGH] = [2, 3, 18];

/** Cards a day, as bars that end today, and how many they are together. */
export function SoldDays({ days }: { days: readonly number[] }) {
  const most = Math.max(...days);
  const highOf = (cards: number) => (cards === 0 ? 1 : Math.max(2, Math.round((cards / most) * HIGH)));
  const wide = days.length * STEP;
  const bars = days.map((cards, at) => `M${at * STEP + BAR / 2} ${HIGH}v-${highOf(cards)}`);
  return (
    <Inline gap="s" justify="end" isOneLine>
      <svg aria-hidden="true" width={wide} height={HIGH} viewBox={`0 0 ${wide} ${HIGH}`}>
        <path d={bars.join('')} stroke="var(--primary)" strokeWidth={BAR} />
      </svg>
      {countAmount(days.reduce((sum, cards) => sum + cards, 0))}
    </Inline>
  );
}
