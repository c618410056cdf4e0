import { FILTERED_MAX, type Filtered } from '@cardinal/contract/api/esim/named.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import type { Picked } from '../../../kit/bulk/BulkBar.tsx';
import { sourceOfPicked } from '../../../kit/bulk/cardSource.ts';
import { toast } from '../../../shell/toasts.ts';

const words = {
  tooMany: text('一次最多 {n} 条，请缩小筛选范围', 'At most {n} at a time. Narrow the filter.'),
};

/** The chips or numbers of a change: selected ones, or all that the list's filters find. */
export type Asked = string[] | Filtered;

/** Starts a step with the list's selection; a selection above the limit is refused immediately. */
export function useAsking() {
  const t = useText();
  return (run: (asked: Asked, done: () => void) => void) => (picked: Picked, done: () => void) => {
    const source = sourceOfPicked(picked);
    if (source.kind === 'ids') run(source.ids, done);
    else if (picked.count > FILTERED_MAX) toast.warning(t(words.tooMany, { n: countAmount(FILTERED_MAX) }));
    else run({ filter: source.query, count: picked.count }, done);
  };
}

export const howMany = (asked: Asked): number => (Array.isArray(asked) ? asked.length : asked.count);
