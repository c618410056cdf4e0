import { bindStrategy, listStrategies } from '@cardinal/contract/api/esimOperations/strategies.ts';
import { StrategyState } from '@cardinal/contract/enumerations/esim.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { type Asked, howMany } from './asked.ts';

const words = {
  title: text('给 {n} 张eSIM卡绑定写号策略', 'Bind {n} eSIM {n|card|cards} to a numbering strategy'),
  note: text(
    '绑定后只按这条策略，不看范围；清空则按范围匹配。',
    'Bound cards follow this strategy regardless of its scope. Cleared, the strategy is matched by scope.',
  ),
  strategy: text('写号策略', 'Numbering strategy'),
  bound: text('已更新 {n} 张eSIM卡的策略', 'Strategy updated for {n} eSIM {n|card|cards}'),
};
const MOST = 100;

export function BindStrategy(props: {
  eids: Asked;
  strategyId?: string | null;
  onDone?: () => void;
  onClose: () => void;
}) {
  const t = useText();
  const { data } = useRead(listStrategies, { pageSize: MOST });
  const options = (data?.list ?? []).map(({ id, name, state }) => {
    const { zh, en } = StrategyState.labelOf(state);
    const words = text(`${name}（${zh}）`, `${name} (${en})`);
    return { value: id, label: words };
  });
  return (
    <FormDrawer
      endpoint={bindStrategy}
      title={t(words.title, { n: countAmount(howMany(props.eids)) })}
      intro={t(words.note)}
      fields={[
        {
          name: 'strategyId',
          kind: 'select',
          label: words.strategy,
          isRequired: false,
          isSearchable: true,
          options,
        },
      ]}
      initial={{ eids: props.eids, strategyId: props.strategyId ?? null }}
      submit={verbs.bind}
      done={({ bound }) => t(words.bound, { n: countAmount(bound) })}
      onDone={() => props.onDone?.()}
      onClose={props.onClose}
    />
  );
}
