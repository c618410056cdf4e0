import { listEngines } from '@cardinal/contract/api/engines/engines.ts';
import { EngineAccess, EngineState, SubscriptionState } from '@cardinal/contract/enumerations/engine.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { choiceFilter } from '../../../kit/filters/choiceFilter.tsx';
import { customersFilter } from '../../../kit/filters/customerFilter.tsx';
import { useRead } from '../../../kit/useRead.ts';

export type Engine = RowOf<typeof listEngines>;

const words = {
  step: text('{from} 起 {folds} 折', '{off}% off from {from}'),
};

export const ENGINE_LOOKS = {
  state: {
    [EngineState.values.on]: { shape: 'disc', tone: 'good' },
    [EngineState.values.off]: { shape: 'square', tone: 'neutral' },
  },
  access: {
    [EngineAccess.values.free]: { shape: 'ring', tone: 'neutral' },
    [EngineAccess.values.subscription]: { shape: 'disc', tone: 'busy' },
  },
} as const;

export const SUBSCRIPTION_LOOKS = {
  state: {
    [SubscriptionState.values.trial]: { shape: 'half', tone: 'busy' },
    [SubscriptionState.values.active]: { shape: 'disc', tone: 'good' },
    [SubscriptionState.values.grace]: { shape: 'half', tone: 'warning' },
    [SubscriptionState.values.stopped]: { shape: 'cross', tone: 'neutral' },
    [SubscriptionState.values.expired]: { shape: 'square', tone: 'neutral' },
  },
} as const;

/** All engines: a handful, read once for pickers and forms. */
export function useEngines(): readonly Engine[] {
  const { data } = useRead(listEngines, { pageSize: 50 });
  return data?.list ?? [];
}

export const ENGINE = choiceFilter('engineId', nouns.engine, () =>
  useEngines().map(({ id, name }) => ({ value: id, label: name })),
);
export const CUSTOMERS = customersFilter('customerId', nouns.customer);

/** «1000 起 9 折»; as a percentage in English. */
export function Steps({ steps }: { steps: Engine['steps'] }) {
  const t = useText();
  return steps
    .map(({ from, folds }) =>
      t(words.step, { from: countAmount(from), folds, off: Number((100 - Number(folds) * 10).toFixed(1)) }),
    )
    .join(' · ');
}
