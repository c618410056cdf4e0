import * as z from 'zod';
import { Currency } from '../../enumerations/money.ts';
import type { EffectiveType } from '../../enumerations/package.ts';
import { idSchema } from '../../framework/endpoint.ts';
import type { ActionCode } from '../../tasks/taskCatalogue.ts';
import type { ParametersOf } from '../cardBatches/declareActions.ts';
import { reason } from '../cardBatches/sharedParameters.ts';

/** What orders a package for cards. */
export const ORDER_ACTIONS = [
  'order_package',
  'renew_package',
  'order_flow_refuel',
  'order_voice_refuel',
] as const satisfies readonly ActionCode[];
/** What gives packages back before their time. */
export const REFUND_ACTIONS = ['refund_package'] as const satisfies readonly ActionCode[];
/** What takes money off cards, back to whoever put it there. */
export const WALLET_ACTIONS = ['clear_balance'] as const satisfies readonly ActionCode[];
export type OrderAction = (typeof ORDER_ACTIONS)[number];

/** How long a card is not used before its balance may be cleared; `usual` unless somebody says otherwise. */
export const IDLE_MONTHS = { least: 1, usual: 6, most: 60 } as const;

/** How many cards one clearing takes. */
export const MOST_CLEARED = 20_000;

/** How often a main package may be bought at once. */
export const MOST_PERIODS = 12;

const packageId = idSchema;
/** The numbers of `EffectiveType`, whose words no list needs. */
const effectiveType = z.literal([0, 1, 2]) satisfies z.ZodType<EffectiveType>;
/** On whose balance, if the platform orders for a customer; everybody else pays for itself. */
const payerId = idSchema;

/** So many of the package, one behind the other, each at its price; one unless it is said. */
export const periods = z.int().min(1).max(MOST_PERIODS);

export const orderParameters = {
  order_package: {
    required: { packageId },
    optional: {
      payerId,
      periods,
      /** Left out: as the package says. */
      effectiveType,
      /** With «postpone»: so many days after the last main package of the card has ended. */
      postponeDays: z.int().min(0).max(365),
    },
  },
  /** Begins when the last main package of the card has ended. */
  renew_package: { required: { packageId }, optional: { payerId, periods } },
  order_flow_refuel: { required: { packageId }, optional: { payerId } },
  order_voice_refuel: { required: { packageId }, optional: { payerId } },
  refund_package: {
    required: {
      /** Those that wait, the ones in use, or both. */
      usages: z.enum(['waiting', 'using', 'all']),
    },
    optional: { reason },
  },
  clear_balance: {
    required: {
      currency: Currency.schema,
      /** From so many months without use a card counts as idle. */
      idleMonths: z.int().min(IDLE_MONTHS.least).max(IDLE_MONTHS.most),
      reason,
    },
  },
} as const satisfies ParametersOf<OrderAction | (typeof REFUND_ACTIONS)[number] | (typeof WALLET_ACTIONS)[number]>;
