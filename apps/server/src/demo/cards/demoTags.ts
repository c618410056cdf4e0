import type { LabelColor } from '@cardinal/contract/labelColors.ts';
import type { Chance } from './demoChance.ts';

export type DemoTag = {
  readonly id: string;
  readonly customerId: string;
  readonly name: string;
  readonly color: LabelColor;
  readonly group: string;
};

const NAMES: readonly (readonly [string, LabelColor, string])[] = [
  ['深圳仓', 'blue', '仓库'],
  ['杭州仓', 'teal', '仓库'],
  ['VIP客户', 'amber', '客户'],
  ['试点项目', 'violet', '项目'],
  ['待回收', 'red', '处理'],
  ['二期', 'green', '项目'],
  ['备件', 'grey', '处理'],
];

/** The customers that sort cards by tags; tags are visible to their own customer only. */
export const TAGGING_CUSTOMERS = ['1', '3', '10', '11', '12', '20'] as const;

export const demoTags = (nextId: () => string, customers: ReadonlySet<string>): DemoTag[] =>
  TAGGING_CUSTOMERS.filter((customerId) => customers.has(customerId)).flatMap((customerId) =>
    NAMES.map(([name, color, group]) => ({ id: nextId(), customerId, name, color, group })),
  );

/** The customers that deleted this tag, which some of their cards carried until then. */
export const ENDED_TAG = { name: '临时库存', color: 'grey', customers: ['10', '12', '20'], daysAgo: 20 } as const;

/** The tags of one customer on a card: most have none, some one, a few two. */
export function tagsFor(chance: Chance, tags: readonly DemoTag[]): DemoTag[] {
  if (tags.length === 0 || !chance.perMille(190)) return [];
  const first = chance.pick(tags);
  if (!chance.perMille(150)) return [first];
  const second = chance.pick(tags);
  return second.id === first.id ? [first] : [first, second];
}
