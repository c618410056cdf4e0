import { flowPoolLabels, flowPoolOptions } from '@cardinal/contract/api/flowPools/flowPools.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useDeferredValue, useId, useState } from 'react';
import type { BulkParameters } from '../../kit/bulk/cardBulkAction.ts';
import { describedBy, Field } from '../../kit/Field.tsx';
import { useRead } from '../../kit/useRead.ts';
import { poolTexts } from './poolTexts.ts';

const words = {
  none: text('没有可选的流量池', 'No pool to choose'),
  help: text('卡须属于流量池的客户和通道', 'Cards of the pool’s customer and carrier account'),
};

/** The flow pool of an action on cards. */
export default function FlowPoolField(props: {
  value: BulkParameters;
  change: (value: BulkParameters) => void;
  problem?: string | undefined;
}) {
  const t = useText();
  const id = useId();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const found = useRead(flowPoolOptions, keyword ? { keyword } : {}, { keepsPrevious: true });
  return (
    <Field id={id} label={t(flowPoolLabels.pool)} isRequired help={t(words.help)} problem={props.problem}>
      <Select
        {...describedBy(id, { help: true, problem: props.problem })}
        placeholder={t(poolTexts.find)}
        notFoundContent={t(words.none)}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={found.isFetching}
        value={props.value.flowPoolId}
        options={(found.data?.pools ?? []).map((pool) => ({
          value: pool.id,
          label: `${pool.poolCode} · ${pool.name}`,
        }))}
        onChange={(flowPoolId) => props.change({ ...props.value, flowPoolId })}
      />
    </Field>
  );
}
