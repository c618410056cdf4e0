import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { OrderingSwitch, PackageType, ValidityUnit } from '@cardinal/contract/enumerations/package.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import type { OfferSeen, OrderSeen } from './operations.ts';

/** Read leniently: fields that a later version adds are no fault, and a carrier or type we do not know leaves its package unmapped. */
const offer = z.object({
  code: z.string().min(1).max(60),
  name: z.string().min(1).max(200),
  platform: z.number().int(),
  type: z.string().max(40),
  price: z.string().regex(/^\d{1,15}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  flowBytes: z
    .string()
    .regex(/^\d{1,18}$/)
    .nullable(),
  voiceSeconds: z.number().int().nonnegative().nullable(),
  smsCount: z.number().int().nonnegative().nullable(),
  validityUnit: ValidityUnit.schema,
  validityCount: z.number().int().positive(),
  units: z.number().int().positive().default(1),
  whyNot: z.string().nullable(),
});

export const packagesAnswer = z.object({
  list: z.array(offer),
  /** Absent at a platform that answers with everything at once. */
  hasMore: z.boolean().default(false),
});
export const balanceAnswer = z.object({
  list: z.array(z.object({ currency: z.string().regex(/^[A-Z]{3}$/), spendable: z.string().regex(/^-?\d{1,18}$/) })),
});
export const selfAnswer = z.object({ key: z.string(), scopes: z.array(z.string()) });
export const orderAnswer = z.object({ orderNo: z.string().max(64) });
export const orderStateAnswer = z.object({
  orderNo: z.string().max(64),
  finishedAt: z.string().nullable(),
  settledLines: z.number().int(),
  paid: z.string().regex(/^\d{1,15}$/),
  currency: z.string().regex(/^[A-Z]{3}$/),
  items: z.array(z.object({ reason: z.string().nullable() })),
});
export const problem = z.object({ code: z.string(), detail: z.string().default('') });

/** Of one card: finished with it settled, it is delivered. */
export function asSeen(said: z.output<typeof orderStateAnswer>): OrderSeen {
  const { orderNo, paid, currency, items } = said;
  const state = said.finishedAt === null ? 'open' : said.settledLines > 0 ? 'delivered' : 'failed';
  const reason = items[0]?.reason?.slice(0, 200);
  return {
    theirOrderNo: orderNo,
    state,
    charged: paid,
    currency,
    words: reason ? text(`来源：${reason}`, `Source: ${reason}`) : undefined,
  };
}

const platforms: readonly number[] = Platform.options.map(({ value }) => value);
const types: readonly string[] = PackageType.options.map(({ value }) => value);

export const asOffer = (said: z.output<typeof offer>): OfferSeen => ({
  code: said.code,
  name: said.name,
  platform: platforms.includes(said.platform) ? said.platform : null,
  type: types.includes(said.type) ? (said.type as PackageType) : null,
  price: said.price,
  currency: said.currency,
  terms: {
    kind: `${said.platform} ${said.type}`,
    flow: said.flowBytes === null ? null : { amount: said.flowBytes, unit: 'B' },
    voiceSeconds: said.voiceSeconds,
    smsCount: said.smsCount,
    validityUnit: said.validityUnit,
    validityCount: said.validityCount,
    units: said.units,
  },
  // What depends on the channel or the product of a card is said when it is ordered.
  isOffered: said.whyNot === null || said.whyNot === OrderingSwitch.values.product,
});
