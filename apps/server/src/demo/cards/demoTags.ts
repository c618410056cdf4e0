import type { LabelColor } from '@cardinal/contract/labelColors.ts';
import { type Language, say, type Text, text } from '@cardinal/primitives/text.ts';
import type { Chance } from './demoChance.ts';

export type DemoTag = {
  readonly id: string;
  readonly customerId: string;
  readonly name: string;
  readonly color: LabelColor;
  readonly group: string;
};

const NAMES: readonly (readonly [Text, LabelColor, Text])[] = [
  [text('深圳仓', 'Warehouse A'), 'blue', text('仓库', 'Warehouse')],
  [text('杭州仓', 'Warehouse B'), 'teal', text('仓库', 'Warehouse')],
  [text('VIP客户', 'VIP'), 'amber', text('客户', 'Customer')],
  [text('试点项目', 'Pilot'), 'violet', text('项目', 'Project')],
  [text('待回收', 'To be returned'), 'red', text('处理', 'Handling')],
  [text('二期', 'Phase 2'), 'green', text('项目', 'Project')],
  [text('备件', 'Spare parts'), 'grey', text('处理', 'Handling')],
];

/** The customers that sort cards by tags; tags are visible to their own customer only. */
export const TAGGING_CUSTOMERS = ['1', '3', '10', '11', '12', '20'] as const;

export const demoTags = (nextId: () => string, customers: ReadonlySet<string>, language: Language): DemoTag[] =>
  TAGGING_CUSTOMERS.filter((customerId) => customers.has(customerId)).flatMap((customerId) =>
    NAMES.map(([name, color, group]) => ({
      id: nextId(),
      customerId,
      name: say(name, language),
      color,
      group: say(group, language),
    })),
  );

/** The customers that deleted this tag, which some of their cards carried until then. */
export const ENDED_TAG = {
  name: text('临时库存', 'Temporary stock'),
  color: 'grey',
  customers: ['10', '12', '20'],
  daysAgo: 20,
} as const;

/** The tags of one customer on a card: most have none, some one, a few two. */
export function tagsFor(chance: Chance, tags: readonly DemoTag[]): DemoTag[] {
  if (tags.length === 0 || !chance.perMille(190)) return [];
  const first = chance.pick(tags);
  if (!chance.perMille(150)) return [first];
  const second = chance.pick(tags);
  return second.id === first.id ? [first] : [first, second];
}
