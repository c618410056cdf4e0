import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';

const WITH_LEFT = text('{said}，跳过 {n} 个', '{said}, {n} skipped');

/** The success message with the number of unchanged objects. */
export const withLeft = (
  t: (sentence: Text, facts: Record<string, string>) => string,
  said: string,
  left: number,
): string => (left === 0 ? said : t(WITH_LEFT, { said, n: countAmount(left) }));
