import { cardPoolOptions, poolLabels } from '@cardinal/contract/api/pools/cardPools.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useDeferredValue, useId, useState } from 'react';
import type { BulkParameters } from '../../kit/bulk/cardBulkAction.ts';
import { describedBy, Field } from '../../kit/Field.tsx';
import { useRead } from '../../kit/useRead.ts';
import { poolTexts } from './poolTexts.ts';

const words = {
  none: text('没有可选的卡池', 'No pool to choose'),
  help: text('同一通道、使用中为该套餐的卡', 'Cards of its carrier account that have its package in use'),
};

/** The pool of an action on cards. */
export default function PoolField(props: {
  value: BulkParameters;
  change: (value: BulkParameters) => void;
  problem?: string | undefined;
}) {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const found = useRead(cardPoolOptions, keyword ? { keyword } : {}, { keepsPrevious: true });
  return (
    <Field id={id} label={t(poolLabels.pool)} isRequired help={t(words.help)} problem={props.problem}>
      <Select
        {...describedBy(id, { help: true, problem: props.problem })}
        placeholder={t(poolTexts.find)}
        notFoundContent={t(words.none)}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={found.isFetching}
        value={props.value.poolId}
        options={(found.data?.pools ?? []).map((pool) => ({
          value: pool.id,
          label: `${pool.poolCode} · ${pool.name} · ${pool.packageName}`,
        }))}
        onChange={(poolId) => props.change({ ...props.value, poolId })}
      />
    </Field>
  );
}
