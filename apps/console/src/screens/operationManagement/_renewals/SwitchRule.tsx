import { previewRuleSwitch, switchRule } from '@cardinal/contract/api/renewals/rules.ts';
import { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../../kit/change.ts';
import { FactsList } from '../../../kit/FactsList.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { SWITCHED, SwitchSheet } from '../../../parts/control/SwitchSheet.tsx';
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

type Props = {
  readonly rule: { readonly id: string; readonly name: string };
  readonly to: Target;
  readonly onClose: () => void;
};

/** What another state of a rule would mean, before it is set. */
export default function SwitchRule({ rule, to, onClose }: Props) {
  const t = useText();
  const { id, name } = rule;
  const preview = useRead(previewRuleSwitch, { id });
  const change = useChange(switchRule, {
    done: ({ state, waitsForSecond }) =>
      waitsForSecond ? t(SWITCHED.waits) : t(SWITCHED.done, { name, state: t(OperationState.labelOf(state)) }),
  });
  const confirm = async (version: number) => {
    if (await change.run({ body: { id, version, state: to } })) onClose();
  };
  return (
    <SwitchSheet
      {...{ name, to, preview, onClose }}
      meaning={MEANING[to]}
      isRunning={change.isRunning}
      onConfirm={({ version }) => void confirm(version)}
    >
      {({ cards, waiting }) => (
        <FactsList
          facts={[
            { label: words.cards, value: countAmount(cards) },
            { label: words.waiting, value: t(words.kept, { n: countAmount(waiting) }) },
          ]}
        />
      )}
    </SwitchSheet>
  );
}
