import { text } from '@cardinal/primitives/text.ts';
import type { Platform } from '../enumerations/card.ts';
import { ordinaryTransitions, type StatusTable, sleepTransitions, statusTable } from './statusTable.ts';

/* One table per carrier: its statuses, their states, the transitions that may be requested and those that only the carrier
   makes. Everything else is refused before any call. */

const inventory = { lifecycle: 'unactivated', zh: '库存', en: 'Inventory' } as const;
const activationReady = { lifecycle: 'unactivated', zh: '可激活', en: 'Activation ready' } as const;
const testReady = { lifecycle: 'unactivated', zh: '可测试', en: 'Test ready', hasService: true } as const;
const freePeriod = { lifecycle: 'unactivated', zh: '免费期', en: 'Free period', hasService: true } as const;
const activated = { lifecycle: 'activated', zh: '已激活', en: 'Activated' } as const;
const deactivated = { lifecycle: 'stopped', zh: '已停机', en: 'Stopped' } as const;
const forcedStop = { lifecycle: 'stopped', zh: '强制停机', en: 'Force stop', isDerived: true } as const;
const asleep = { lifecycle: 'stopped', zh: '休眠', en: 'Sleep' } as const;
const retired = { lifecycle: 'cancelled', zh: '已失效', en: 'Retired' } as const;
const purged = { lifecycle: 'cancelled', zh: '已清除', en: 'Purged' } as const;
const accountClosed = {
  lifecycle: 'cancelled',
  zh: '运营商管理（已销户）',
  en: 'Operator management (closed)',
} as const;
const unnamedShutdown = {
  lifecycle: 'stopped',
  zh: '未实名停机',
  en: 'Stopped for missing real name',
  hint: text('未实名停机，请先完成实名', 'Stopped for missing real name; complete real-name registration first'),
} as const;

export const LtStatuses = statusTable(
  {
    INVENTORY: inventory,
    TRIAL: { lifecycle: 'unactivated', zh: '试用', en: 'Trial', hasService: true },
    ACTIVATION_READY: activationReady,
    TEST_READY: testReady,
    FREE_PERIOD: freePeriod,
    ACTIVATED: activated,
    DEACTIVATED: deactivated,
    FORCED_STOP: forcedStop,
    SLEEP: asleep,
    RETIRED: retired,
    PURGED_ING: { lifecycle: 'cancelled', zh: '预清除', en: 'Being purged' },
    PURGED: purged,
    REPLACED: { lifecycle: 'cancelled', zh: '已更换', en: 'Replaced' },
  },
  [
    ...ordinaryTransitions({
      unactivated: ['INVENTORY', 'TRIAL', 'ACTIVATION_READY', 'TEST_READY', 'FREE_PERIOD'],
      activated: 'ACTIVATED',
      stopped: 'DEACTIVATED',
      forcedStopped: 'FORCED_STOP',
      cancellable: ['DEACTIVATED', 'FORCED_STOP', 'SLEEP'],
      cancelled: 'RETIRED',
    }),
    ...sleepTransitions('ACTIVATED', 'SLEEP'),
    { action: 'to_test', from: ['INVENTORY', 'ACTIVATION_READY'], to: 'TEST_READY' },
    { action: 'to_inventory', from: ['TEST_READY', 'ACTIVATION_READY'], to: 'INVENTORY' },
    { action: 'to_activate', from: ['INVENTORY', 'TEST_READY'], to: 'ACTIVATION_READY' },
  ],
  [
    { from: ['INVENTORY', 'TEST_READY', 'ACTIVATION_READY'], to: 'TRIAL' },
    { from: ['INVENTORY', 'TEST_READY', 'ACTIVATION_READY'], to: 'FREE_PERIOD' },
    { from: ['RETIRED', 'DEACTIVATED'], to: 'PURGED_ING' },
    { from: ['PURGED_ING', 'RETIRED'], to: 'PURGED' },
    { from: ['ACTIVATED', 'DEACTIVATED'], to: 'REPLACED' },
  ],
);

/** Closing is requested by us (`bespeakClose`) and performed by the carrier (`preclose`). */
export const YdStatuses = statusTable(
  {
    test: { lifecycle: 'unactivated', zh: '测试期', en: 'Test period', hasService: true },
    toActivate: { lifecycle: 'unactivated', zh: '待激活', en: 'To be activated' },
    silent: { lifecycle: 'unactivated', zh: '沉默期', en: 'Silent period' },
    inventory: { lifecycle: 'unactivated', zh: '库存期', en: 'Inventory' },
    freePeriod,
    normal: { lifecycle: 'activated', zh: '正常', en: 'Normal' },
    stop: { lifecycle: 'stopped', zh: '停机', en: 'Stopped' },
    forcedStop,
    sleep: asleep,
    bespeakClose: { lifecycle: 'stopped', zh: '预约销户', en: 'Closing booked' },
    offlineStop: { lifecycle: 'stopped', zh: '断网停机', en: 'Stopped offline' },
    preclose: { lifecycle: 'cancelled', zh: '预销户', en: 'Pre-closed' },
  },
  [
    ...ordinaryTransitions({
      unactivated: ['test', 'toActivate', 'silent', 'inventory', 'freePeriod'],
      activated: 'normal',
      stopped: 'stop',
      forcedStopped: 'forcedStop',
      cancellable: ['stop', 'forcedStop', 'sleep', 'offlineStop'],
      cancelled: 'bespeakClose',
    }),
    ...sleepTransitions('normal', 'sleep'),
    { action: 'to_inventory', from: ['test', 'toActivate'], to: 'inventory' },
    { action: 'to_activate', from: ['test', 'inventory'], to: 'toActivate' },
  ],
  [
    { from: ['inventory', 'toActivate'], to: 'test' },
    { from: ['test', 'toActivate', 'inventory'], to: 'silent' },
    { from: ['test', 'toActivate', 'inventory'], to: 'freePeriod' },
    { from: ['normal'], to: 'offlineStop' },
    { from: ['stop', 'bespeakClose', 'sleep', 'offlineStop'], to: 'preclose' },
  ],
);

export const DxStatuses = statusTable(
  {
    IN_STANDBY: { lifecycle: 'unactivated', zh: '待使用', en: 'In standby' },
    ACTIVATION_READY: activationReady,
    TEST_READY: testReady,
    FREE_PERIOD: freePeriod,
    ACTIVATED: activated,
    DEACTIVATED: deactivated,
    FORCED_STOP: forcedStop,
    UNNAMED_SHUTDOWN: unnamedShutdown,
    SLEEP: asleep,
    OFFLINE_DEACTIVATED: { lifecycle: 'stopped', zh: '断网停机', en: 'Stopped offline' },
    RETIRED: retired,
    PURGED: purged,
    OPERATOR_MANAGEMENT: accountClosed,
  },
  [
    ...ordinaryTransitions({
      unactivated: ['IN_STANDBY', 'ACTIVATION_READY', 'TEST_READY', 'FREE_PERIOD'],
      activated: 'ACTIVATED',
      stopped: 'DEACTIVATED',
      forcedStopped: 'FORCED_STOP',
      cancellable: ['DEACTIVATED', 'FORCED_STOP', 'UNNAMED_SHUTDOWN', 'SLEEP', 'OFFLINE_DEACTIVATED'],
      cancelled: 'RETIRED',
    }),
    ...sleepTransitions('ACTIVATED', 'SLEEP'),
  ],
  [
    { from: ['ACTIVATION_READY', 'TEST_READY'], to: 'IN_STANDBY' },
    { from: ['IN_STANDBY', 'TEST_READY'], to: 'ACTIVATION_READY' },
    { from: ['IN_STANDBY', 'ACTIVATION_READY'], to: 'TEST_READY' },
    { from: ['IN_STANDBY', 'ACTIVATION_READY', 'TEST_READY'], to: 'FREE_PERIOD' },
    { from: ['ACTIVATED', 'DEACTIVATED'], to: 'UNNAMED_SHUTDOWN' },
    { from: ['ACTIVATED'], to: 'OFFLINE_DEACTIVATED' },
    { from: ['RETIRED'], to: 'PURGED' },
    { from: ['ACTIVATED', 'DEACTIVATED', 'RETIRED'], to: 'OPERATOR_MANAGEMENT' },
  ],
);

export const GdStatuses = statusTable(
  {
    INVENTORY: inventory,
    ACTIVATION_READY: activationReady,
    ACTIVATED: activated,
    DEACTIVATED: deactivated,
    UNNAMED_SHUTDOWN: unnamedShutdown,
    FORCED_STOP: forcedStop,
    ACCOUNT_CLOSED: { lifecycle: 'cancelled', zh: '已销户', en: 'Account closed' },
  },
  ordinaryTransitions({
    unactivated: ['INVENTORY', 'ACTIVATION_READY'],
    activated: 'ACTIVATED',
    stopped: 'DEACTIVATED',
    forcedStopped: 'FORCED_STOP',
    cancellable: ['DEACTIVATED', 'UNNAMED_SHUTDOWN', 'FORCED_STOP'],
    cancelled: 'ACCOUNT_CLOSED',
  }),
  [
    { from: ['ACTIVATION_READY'], to: 'INVENTORY' },
    { from: ['INVENTORY'], to: 'ACTIVATION_READY' },
    { from: ['ACTIVATED', 'DEACTIVATED'], to: 'UNNAMED_SHUTDOWN' },
  ],
);

export const GjStatuses = statusTable(
  {
    INVENTORY: inventory,
    ACTIVATION_READY: activationReady,
    TEST_READY: testReady,
    FREE_PERIOD: freePeriod,
    ACTIVATED: activated,
    DEACTIVATED: deactivated,
    FORCED_STOP: forcedStop,
    RETIRED: retired,
  },
  [
    ...ordinaryTransitions({
      unactivated: ['INVENTORY', 'ACTIVATION_READY', 'TEST_READY', 'FREE_PERIOD'],
      activated: 'ACTIVATED',
      stopped: 'DEACTIVATED',
      forcedStopped: 'FORCED_STOP',
      cancellable: ['DEACTIVATED', 'FORCED_STOP'],
      cancelled: 'RETIRED',
    }),
    { action: 'to_test', from: ['INVENTORY', 'ACTIVATION_READY'], to: 'TEST_READY' },
    { action: 'to_inventory', from: ['TEST_READY', 'ACTIVATION_READY'], to: 'INVENTORY' },
    { action: 'to_activate', from: ['INVENTORY', 'TEST_READY'], to: 'ACTIVATION_READY' },
  ],
  [{ from: ['INVENTORY', 'ACTIVATION_READY', 'TEST_READY'], to: 'FREE_PERIOD' }],
);

/** The chip. The numbers on it are cards of their own carriers. */
export const EsimStatuses = statusTable(
  {
    INVENTORY: inventory,
    ACTIVATION_READY: activationReady,
    TEST_READY: testReady,
    ACTIVATED: activated,
    DEACTIVATED: deactivated,
    RETIRED: retired,
    OPERATOR_MANAGEMENT: accountClosed,
  },
  [
    ...ordinaryTransitions({
      unactivated: ['INVENTORY', 'ACTIVATION_READY', 'TEST_READY'],
      activated: 'ACTIVATED',
      stopped: 'DEACTIVATED',
      cancellable: ['DEACTIVATED'],
      cancelled: 'RETIRED',
    }),
    { action: 'to_test', from: ['INVENTORY', 'ACTIVATION_READY'], to: 'TEST_READY' },
    { action: 'to_inventory', from: ['TEST_READY', 'ACTIVATION_READY'], to: 'INVENTORY' },
    { action: 'to_activate', from: ['INVENTORY', 'TEST_READY'], to: 'ACTIVATION_READY' },
  ],
  [{ from: ['ACTIVATED', 'DEACTIVATED', 'RETIRED'], to: 'OPERATOR_MANAGEMENT' }],
);

/** Carriers 4 and 5 have no status list of their own. */
export const GenericStatuses = statusTable(
  {
    NO_ACTIVE: { lifecycle: 'unactivated', zh: '未激活', en: 'Not active' },
    ACTIVE: { lifecycle: 'activated', zh: '已激活', en: 'Active' },
    STOP: { lifecycle: 'stopped', zh: '已停机', en: 'Stopped' },
    cancelled: { lifecycle: 'cancelled', zh: '已销户', en: 'Cancelled' },
  },
  ordinaryTransitions({
    unactivated: ['NO_ACTIVE'],
    activated: 'ACTIVE',
    stopped: 'STOP',
    cancellable: ['STOP'],
    cancelled: 'cancelled',
  }),
  [],
);

/** A card of an unknown carrier is maintained manually, like those of 4 and 5. */
export const STATUS_TABLES: Readonly<Record<Platform, StatusTable>> = {
  1: LtStatuses,
  2: YdStatuses,
  3: DxStatuses,
  4: GenericStatuses,
  5: GenericStatuses,
  6: GjStatuses,
  7: EsimStatuses,
  8: GdStatuses,
  [-1]: GenericStatuses,
};
