import { previewRuleSwitch, switchRule } from '@cardinal/contract/api/renewals/rules.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { SwitchByPreview, type SwitchProps } from '../../../parts/control/SwitchByPreview.tsx';
import type { Target } from '../../../parts/control/strategyStates.ts';

const words = {
  cards: text('有这些套餐的卡', 'Cards with these packages'),
  waiting: text('已待生效的套餐', 'Packages that wait already'),
  kept: text('{n} 个，保留不动', '{n}, kept'),
};
const MEANING: Readonly<Record<Target, Text>> = {
  shadow: text('只记录会拦截哪些续费，不影响下单。', 'Records which renewals it would refuse. Nothing is refused.'),
  on: text(
    '从现在起，不符合规则的续费在所选渠道都下不了单；自动续费的当期跳过。',
    'From now on renewals against it are refused in its channels; periods of auto-renewals are skipped.',
  ),
  off: text('不再拦截。', 'Refuses nothing any more.'),
};

/** What another state of a rule would mean, before it is set. */
export default function SwitchRule(props: SwitchProps) {
  return (
    <SwitchByPreview
      {...props}
      preview={previewRuleSwitch}
      change={switchRule}
      meaning={MEANING}
      figures={({ cards, waiting }) => [
        { label: words.cards, count: cards },
        { label: words.waiting, count: waiting, words: words.kept },
      ]}
    />
  );
}
