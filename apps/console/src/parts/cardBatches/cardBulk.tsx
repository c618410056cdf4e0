import { CARD_ACTIONS, type CardAction } from '@cardinal/contract/api/cardBatches/cardActions.ts';
import type { OrderAction } from '@cardinal/contract/api/orders/batchActions.ts';
import { TaskType } from '@cardinal/contract/tasks/taskCatalogue.ts';
import { text } from '@cardinal/primitives/text.ts';
import { lazy, Suspense } from 'react';
import type { CardBulkAction } from '../../kit/bulk/cardBulkAction.ts';
import type { FieldsKind } from './CardBulkFields.tsx';
import type { EffectKind } from './LocalEffect.tsx';

// A list offers the actions; their fields are loaded with the first one picked.
const CardBulkFields = lazy(() => import('./CardBulkFields.tsx'));
const OrderFields = lazy(() => import('../orders/OrderFields.tsx'));
const ClearingFields = lazy(() => import('./ClearingFields.tsx'));
const PoolField = lazy(() => import('../pools/PoolField.tsx'));
const Consequence = lazy(() => import('./Consequence.tsx'));
const LocalEffect = lazy(() => import('./LocalEffect.tsx'));

const asks =
  (kind: FieldsKind): NonNullable<CardBulkAction['parameters']> =>
  (value, change, problems) => (
    // Reserves the height of what is loading: a button below must not move.
    <Suspense fallback={<span className="bone" style={{ height: 152 }} />}>
      <CardBulkFields kind={kind} value={value} change={change} problems={problems} />
    </Suspense>
  );

const orders =
  (code: OrderAction): NonNullable<CardBulkAction['parameters']> =>
  (value, change, problems, cardIds) => (
    <Suspense fallback={<span className="bone" style={{ height: 152 }} />}>
      <OrderFields action={code} value={value} change={change} problems={problems} cardIds={cardIds} />
    </Suspense>
  );

const clears: NonNullable<CardBulkAction['parameters']> = (value, change, problems) => (
  <Suspense fallback={<span className="bone" style={{ height: 228 }} />}>
    <ClearingFields value={value} change={change} problems={problems} />
  </Suspense>
);

const inPool: NonNullable<CardBulkAction['parameters']> = (value, change, problems) => (
  <Suspense fallback={<span className="bone" style={{ height: 76 }} />}>
    <PoolField parameter="poolId" value={value} change={change} problems={problems} />
  </Suspense>
);

const inFlowPool: NonNullable<CardBulkAction['parameters']> = (value, change, problems) => (
  <Suspense fallback={<span className="bone" style={{ height: 76 }} />}>
    <PoolField parameter="flowPoolId" value={value} change={change} problems={problems} />
  </Suspense>
);

const says =
  (kind: EffectKind): NonNullable<CardBulkAction['effect']> =>
  (value, cards) => (
    <Suspense>
      <LocalEffect kind={kind} value={value} cards={cards} />
    </Suspense>
  );

const action = (code: CardAction, rest: Partial<CardBulkAction> = {}): CardBulkAction => {
  const { zh, en } = TaskType.labelOf(TaskType.values[code]);
  // Keeps the height of its line while it loads.
  const consequence = (
    <Suspense fallback={'\u00a0'}>
      <Consequence action={code} />
    </Suspense>
  );
  return { action: code, label: { zh, en }, consequence, ...rest };
};

/** What a card list offers on many cards; the three used most come first. */
export const CARD_BULK: readonly CardBulkAction[] = [
  action('stop_card', {
    isDanger: true,
    parameters: asks('stop'),
  }),
  action('reboot_card', {
    parameters: asks('reason'),
  }),
  action('order_package', { parameters: orders('order_package') }),
  action('renew_package', { parameters: orders('renew_package') }),
  action('order_flow_refuel', { parameters: orders('order_flow_refuel') }),
  action('order_voice_refuel', { parameters: orders('order_voice_refuel') }),
  action('refund_package', { isDanger: true, parameters: asks('refund') }),
  action('set_tag', {
    isLocal: true,
    effect: says('tags'),
    parameters: asks('tags'),
  }),
  action('active_card', {
    parameters: asks('reason'),
  }),
  action('edit_remark', {
    isLocal: true,
    effect: says('remark'),
    parameters: asks('remark'),
    secondColumn: text('备注', 'the remark'),
  }),
  action('clear_tag', {
    isLocal: true,
    effect: says('noTags'),
    parameters: asks('tags'),
  }),
  action('change_product', { parameters: asks('product') }),
  action('edit_service_period', { parameters: asks('servicePeriod') }),
  action('change_communication_plan', { parameters: asks('plan') }),
  action('open_gprs'),
  action('close_gprs', {
    isDanger: true,
  }),
  action('open_voice'),
  action('close_voice', {
    isDanger: true,
  }),
  action('open_sms'),
  action('close_sms', { isDanger: true }),
  action('limit_speed', {
    parameters: asks('speed'),
  }),
  action('cancel_limit_speed'),
  action('set_usage_cap', { parameters: asks('cap') }),
  action('change_apn', { parameters: asks('apn') }),
  action('reset_network'),
  action('set_white_list', { parameters: asks('whiteList') }),
  action('allocate_card', { parameters: asks('allocate') }),
  action('recover_card', { isDanger: true, parameters: asks('optionalRemark') }),
  action('query_online'),
  action('query_location', { parameters: asks('purpose') }),
  action('sync_card'),
  action('bind_imei', { parameters: asks('imei'), secondColumn: text('IMEI', 'the IMEI') }),
  action('unbind_imei'),
  action('forced_stop_card', { isDanger: true, parameters: asks('forcedStop') }),
  action('lift_forced_stop', { parameters: asks('forcedStop') }),
  action('enter_sleep', {
    parameters: asks('reason'),
  }),
  action('exit_sleep', {
    parameters: asks('reason'),
  }),
  action('to_test', {
    parameters: asks('reason'),
  }),
  action('to_inventory', {
    parameters: asks('reason'),
  }),
  action('to_activate', {
    parameters: asks('reason'),
  }),
  action('clear_balance', { isDanger: true, parameters: clears }),
  action('join_flow_pool', { parameters: inFlowPool }),
  action('leave_flow_pool', { parameters: inFlowPool }),
  action('join_pool', { parameters: inPool }),
  action('leave_pool', {
    parameters: inPool,
  }),
  action('pool_transfer', {
    parameters: inPool,
  }),
  action('cancel_card', {
    isDanger: true,
    parameters: asks('requiredReason'),
  }),
];

/** The guard of an action, as buttons ask it. */
export const guardOf = (code: CardAction) => ({ permission: CARD_ACTIONS[code] });
