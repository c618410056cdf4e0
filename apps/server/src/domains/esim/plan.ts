import type { Plan } from '@cardinal/contract/api/esim/plan.ts';
import { type Facts, type Language, say, type Text } from '@cardinal/primitives/text.ts';

/** Why an item is skipped. */
export type Left = { readonly code: string; readonly words: Text; readonly facts?: Facts };
/** How many skipped items are named per reason. */
const NAMED = 3;

/** Collects skipped items by reason while a plan is made. */
export function leftOut(language: Language) {
  const groups = new Map<string, Plan['left'][number]>();
  return {
    leave(name: string, { code, words, facts }: Left): void {
      const said = say(words, language, facts);
      const group = groups.get(said) ?? { code, words: said, count: 0, some: [] };
      group.count += 1;
      if (group.some.length < NAMED) group.some.push(name);
      groups.set(said, group);
    },
    told: (): Plan['left'] => [...groups.values()].sort((a, b) => b.count - a.count),
  };
}
