import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { EffectiveType, OrderingSwitch, PackageType, ValidityUnit } from '../../enumerations/package.ts';
import { idSchema, read } from '../../framework/endpoint.ts';
import { queryList } from '../../framework/paging.ts';
import { identifiersOfAction } from '../../permissions/batchActions.ts';
import { ORDER_ACTIONS } from './batchActions.ts';
import { administratorsDoNotOrder } from './refusals.ts';

/** Of more cards the preview says which cannot have the package. */
export const MOST_CARDS_ASKED = 100;

const MAY_ORDER = [...new Set(ORDER_ACTIONS.flatMap(identifiersOfAction))] as [string, ...string[]];

/** For the picker of an order: what a payer has of the kind an action orders, with what keeps it from being ordered. */
export const orderablePackages = read({
  name: 'packageOrders.options',
  summary: text('可订购的套餐', 'Packages to order'),
  permission: MAY_ORDER,
  namesCarriers: true,
  query: {
    action: z.enum(ORDER_ACTIONS),
    payerId: idSchema.optional(),
    keyword: z.string().trim().max(60).optional(),
    /** Cards it is for: what none of their products may order says so. Those the caller does not see count for nothing. */
    cardIds: queryList(idSchema, MOST_CARDS_ASKED).optional(),
  },
  answer: z.object({
    /** The caller orders for its customers: which one pays has to be said. */
    mustNamePayer: z.boolean(),
    packages: z.array(
      z.object({
        id: idSchema,
        code: z.string(),
        name: z.string(),
        platform: Platform.schema,
        type: PackageType.schema,
        /** What the payer pays for one card, in minor units. */
        price: z.string(),
        currency: z.string(),
        /** Null: unlimited. */
        flowBytes: z.string().nullable(),
        voiceSeconds: z.number().int().nullable(),
        smsCount: z.number().int().nullable(),
        validityUnit: ValidityUnit.schema,
        validityCount: z.number().int(),
        /** So many records of this, one after the other. */
        units: z.number().int(),
        effectiveType: EffectiveType.schema,
        postponeDays: z.number().int(),
        /** When «next month» begins; null where that depends on the card. */
        nextStart: z.iso.datetime({ offset: true }).nullable(),
        /** For any card, or for every one of those named. */
        whyNot: OrderingSwitch.schema.nullable(),
      }),
    ),
  }),
  refusals: [administratorsDoNotOrder],
  example: { query: { action: 'order_package' } },
});
