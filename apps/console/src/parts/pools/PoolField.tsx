import { flowPoolLabels, flowPoolOptions } from '@cardinal/contract/api/flowPools/flowPools.ts';
import { cardPoolOptions, poolLabels } from '@cardinal/contract/api/pools/cardPools.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useDeferredValue, useId, useState } from 'react';
import type { BulkParameters } from '../../kit/bulk/cardBulkAction.ts';
import { describedBy, Field } from '../../kit/Field.tsx';
import { useRead } from '../../kit/useRead.ts';
import { poolTexts } from './poolTexts.ts';

/** By the parameter that names the pool. */
const KINDS = {
  poolId: {
    label: poolLabels.pool,
    none: text('没有可选的卡池', 'No pool to choose'),
    help: text('同一通道、使用中为该套餐的卡', 'Cards of its carrier account that have its package in use'),
  },
  flowPoolId: {
    label: flowPoolLabels.pool,
    none: text('没有可选的流量池', 'No pool to choose'),
    help: text('卡须属于流量池的客户和通道', 'Cards of the pool’s customer and carrier account'),
  },
};

/** The pool of an action on cards. */
export default function PoolField(props: {
  parameter: keyof typeof KINDS;
  value: BulkParameters;
  change: (value: BulkParameters) => void;
  problems: Readonly<Record<string, string>>;
}) {
  const { parameter, value, change } = props;
  const { label, none, help } = KINDS[parameter];
  const problem = props.problems[`parameters.${parameter}`];
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const asked = keyword ? { keyword } : {};
  const ofCards = useRead(cardPoolOptions, parameter === 'poolId' && asked, { keepsPrevious: true });
  const ofFlow = useRead(flowPoolOptions, parameter === 'flowPoolId' && asked, { keepsPrevious: true });
  const pools = [
    ...(ofCards.data?.pools ?? []).map((pool) => ({ ...pool, more: ` · ${pool.packageName}` })),
    ...(ofFlow.data?.pools ?? []).map((pool) => ({ ...pool, more: '' })),
  ];
  return (
    <Field id={id} label={t(label)} isRequired help={t(help)} problem={problem}>
      <Select
        {...describedBy(id, { help: true, problem })}
        placeholder={t(poolTexts.find)}
        notFoundContent={t(none)}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={ofCards.isFetching || ofFlow.isFetching}
        value={value[parameter]}
        options={pools.map((pool) => ({ value: pool.id, label: `${pool.poolCode} · ${pool.name}${pool.more}` }))}
        onChange={(poolId) => change({ ...value, [parameter]: poolId })}
      />
    </Field>
  );
}
