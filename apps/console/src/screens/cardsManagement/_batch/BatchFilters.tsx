import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { SystemTaskState } from '@cardinal/contract/enumerations/task.ts';
import { TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Input, Select } from 'antd';
import { lazy, Suspense } from 'react';
import type { RangeValue } from '../../../kit/DateRange.tsx';

const DateRange = lazy(() => import('../../../kit/DateRange.tsx'));

const words = {
  everybody: text('所有账号', 'By anybody'),
  name: text('账号名称', 'Account name'),
  anyAction: text('全部操作', 'Any action'),
  anyState: text('全部状态', 'Any state'),
};

/** The filters of batches. */
export type BatchAsked = {
  readonly action?: CardAction | undefined;
  readonly state?: SystemTaskState | undefined;
  /** Those of all visible accounts instead of the caller's own. */
  readonly isOfAll: boolean;
  /** Part of the starter's name; only with all accounts. */
  readonly accountName?: string | undefined;
  readonly period?: RangeValue;
};

/** By action, status, starter and time. */
export function BatchFilters(props: {
  actions: readonly CardAction[];
  asked: BatchAsked;
  ask: (asked: BatchAsked) => void;
}) {
  const t = useText();
  const { asked, ask } = props;
  return (
    <Inline as="search">
      <Select
        aria-label={t(nouns.operator)}
        value={asked.isOfAll}
        options={[
          { value: false, label: t(nouns.startedByMe) },
          { value: true, label: t(words.everybody) },
        ]}
        onChange={(isOfAll) => ask({ ...asked, isOfAll, accountName: undefined })}
      />
      {asked.isOfAll ? (
        <Input.Search
          aria-label={t(words.name)}
          placeholder={t(words.name)}
          allowClear
          maxLength={64}
          onSearch={(typed) => ask({ ...asked, accountName: typed.trim() || undefined })}
        />
      ) : null}
      <Select
        aria-label={t(nouns.action)}
        allowClear
        placeholder={t(words.anyAction)}
        value={asked.action}
        options={props.actions.map((each) => ({ value: each, label: t(TaskType.labelOf(TaskType.values[each])) }))}
        onChange={(action) => ask({ ...asked, action })}
      />
      <Select
        aria-label={t(nouns.state)}
        allowClear
        placeholder={t(words.anyState)}
        value={asked.state}
        options={SystemTaskState.options.map(({ value, label }) => ({ value, label: t(label) }))}
        onChange={(state) => ask({ ...asked, state })}
      />
      <Stack width="l">
        <Suspense fallback={null}>
          <DateRange label={t(nouns.startedAt)} value={asked.period} onChange={(period) => ask({ ...asked, period })} />
        </Suspense>
      </Stack>
    </Inline>
  );
}
