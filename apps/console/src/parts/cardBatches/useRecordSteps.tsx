import type { CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import { previewTaskRetry } from '@cardinal/contract/api/cardBatches/retry.ts';
import type { ORDER_ACTIONS, REFUND_ACTIONS } from '@cardinal/contract/api/orders/batchActions.ts';
import { PackageUsageState } from '@cardinal/contract/enumerations/package.ts';
import { TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { BulkParameters } from '../../kit/bulk/cardBulkAction.ts';
import type { RowAction } from '../../kit/table/RowActions.tsx';
import { guardOf } from './cardBulk.tsx';

const CardActionSheet = lazy(() => import('./CardActionSheet.tsx'));
const RetrySheet = lazy(() => import('./RetrySheet.tsx'));

const words = {
  retry: text('重试失败的卡', 'Retry failed cards'),
  noneFailed: text('没有失败的卡', 'No card failed'),
  notSeen: text('任务由上级发起，请联系上级重试', 'Started by a parent customer, which can retry it'),
  notRunning: text('套餐已结束或未开通，没有可退订的', 'The package has ended or was never delivered'),
};
const { unused, using } = PackageUsageState.values;

type Acting =
  | { readonly kind: 'retry'; readonly taskId: string }
  | { readonly kind: 'card'; readonly cardId: string; readonly action: CardAction; readonly initial?: BulkParameters };
type Action = (typeof ORDER_ACTIONS)[number] | (typeof REFUND_ACTIONS)[number];

/** What a row of a list of orders offers to do, and the sheet it opens; what cannot be done says why. */
export function useRecordSteps(): {
  readonly retry: (row: { readonly taskId: string | null; readonly hasFailed: boolean }) => RowAction;
  readonly unsubscribe: (row: { readonly cardId: string; readonly usageState: PackageUsageState | null }) => RowAction;
  readonly orderAgain: (row: { readonly cardId: string }) => RowAction;
  readonly sheet: ReactNode;
} {
  const t = useText();
  const [acting, act] = useState<Acting>();
  const close = () => act(undefined);
  const onCard = (action: Action, cardId: string, initial?: BulkParameters) => ({
    key: action,
    label: t(TaskType.labelOf(TaskType.values[action])),
    call: guardOf(action),
    isRare: true as const,
    onPick: () => act({ kind: 'card', cardId, action, ...(initial ? { initial } : {}) }),
  });
  return {
    retry: ({ taskId, hasFailed }) => ({
      key: 'retry',
      label: t(words.retry),
      call: previewTaskRetry,
      isRare: true,
      disabled: hasFailed ? taskId === null && t(words.notSeen) : t(words.noneFailed),
      onPick: () => taskId !== null && act({ kind: 'retry', taskId }),
    }),
    unsubscribe: ({ cardId, usageState }) => ({
      ...onCard('refund_package', cardId, { usages: usageState === using ? 'using' : 'waiting' }),
      isDanger: true,
      disabled: usageState !== unused && usageState !== using && t(words.notRunning),
    }),
    orderAgain: ({ cardId }) => onCard('order_package', cardId),
    sheet:
      acting === undefined ? null : (
        <Suspense>
          {acting.kind === 'retry' ? (
            <RetrySheet source={{ kind: 'task', taskId: acting.taskId }} onStarted={() => {}} onClose={close} />
          ) : (
            <CardActionSheet {...acting} onClose={close} />
          )}
        </Suspense>
      ),
  };
}
