import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CodeBatchState, CodeExpiry, RedeemCodeState } from '../../enumerations/groupBuy.ts';
import { change, read } from '../../framework/endpoint.ts';
import { openInterface } from '../../framework/openInterface.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { selectCardFirst } from '../cards/cardRefusals.ts';
import { minorSchema } from '../catalogue/products.ts';
import { codeSchema, countSchema, issueCodes } from '../groupBuys/codes.ts';
import { MOST_CODES } from '../groupBuys/offers.ts';
import {
  cardCannotTake,
  cardLimitReached,
  codeBatchNotFound,
  codeExpired,
  codeNotFound,
  codesNotReady,
  codesTaken,
  codeUsed,
  codeVoided,
  nothingToVoid,
  tooManyWrongCodes,
} from '../groupBuys/refusals.ts';
import { iccid, moment } from './openSchemas.ts';
import { MAY_ORDER } from './orderInterfaces.ts';
import { OpenGroup, OpenScope } from './scopes.ts';

const { orderRead, orderWrite } = OpenScope.values;
const group = OpenGroup.values.order;
const offerNo = z.string().regex(/^G[0-9A-Z]{1,24}$/);
const batchNo = z.string().regex(/^B[0-9A-Z]{1,24}$/);
const codeNo = z.string().regex(/^B[0-9A-Z]{1,24}-\d{1,5}$/);
const minor = z.string().regex(/^\d+$/);
const counts = {
  count: z.number().int(),
  unused: z.number().int(),
  redeeming: z.number().int(),
  redeemed: z.number().int(),
  voided: z.number().int(),
  expired: z.number().int(),
};

/** What the key's customer can buy of its parent. */
export const openCodeOffers = openInterface(
  read({
    name: 'open.codeOffers',
    summary: text('查询团购套餐', 'Group-buy offers'),
    path: '/openapi/v1/code-offers',
    permission: 'apiGroupBuyPackage.issue',
    answer: z.object({
      list: z.array(
        z.object({
          offerNo: z.string(),
          name: z.string(),
          packageCode: z.string(),
          packageName: z.string(),
          currency: z.string(),
          /** From so many codes in one batch, each costs so much. */
          steps: z.array(z.object({ from: z.number().int(), price: minor })),
          validDays: z.number().int(),
          expiry: CodeExpiry.schema,
          perCard: z.number().int().nullable(),
          productCodes: z.array(z.string()),
        }),
      ),
    }),
    example: { query: {} },
  }),
  { group, keyScope: orderRead },
);

/** The price is paid at once from the caller's balance; the codes are made within seconds. */
export const openIssueCodes = openInterface(
  change({
    name: 'open.issueCodes',
    summary: text('购买兑换码', 'Buy redeem codes'),
    path: '/openapi/v1/code-batches',
    permission: 'apiGroupBuyPackage.issue',
    operation: OperationType.values.IssueCoupon,
    movesMoney: true,
    body: z.strictObject({
      offerNo,
      count: countSchema,
      /** What the caller expects one to cost; refused where it is another. */
      price: minorSchema.optional(),
    }),
    answer: z.object({
      batchNo: z.string(),
      taskNo: z.string(),
      count: z.number().int(),
      price: minor,
      amount: minor,
      currency: z.string(),
    }),
    refusals: issueCodes.refusals,
    example: { body: { offerNo: 'G1', count: 100, price: '900' } },
  }),
  { group, keyScope: orderWrite, success: 202 },
);

export const openCodeBatch = openInterface(
  read({
    name: 'open.codeBatch',
    summary: text('查询兑换码批次', 'Get a batch of codes'),
    path: '/openapi/v1/code-batches/:batchNo',
    permission: 'apiGroupBuyPackage.view',
    params: { batchNo },
    answer: z.object({
      batchNo: z.string(),
      offerNo: z.string(),
      packageName: z.string(),
      state: CodeBatchState.schema,
      price: minor,
      currency: z.string(),
      ...counts,
      /** Whether the codes can still be taken. */
      isTakeable: z.boolean(),
      expiresAt: moment,
      createdAt: moment,
    }),
    refusals: [codeBatchNotFound],
    example: { params: { batchNo: 'B1' } },
  }),
  { group, keyScope: orderRead },
);

/** Answers the codes once; repeat a lost answer with the same `Idempotency-Key`. */
export const openTakeCodes = openInterface(
  change({
    name: 'open.takeCodes',
    summary: text('领取兑换码', 'Take the codes of a batch'),
    path: '/openapi/v1/code-batches/:batchNo/codes',
    permission: 'apiGroupBuyPackage.download',
    operation: OperationType.values.ExportData,
    holdsSecret: true,
    params: { batchNo },
    answer: z.object({ batchNo: z.string(), codes: z.array(z.object({ codeNo: z.string(), code: z.string() })) }),
    refusals: [codeBatchNotFound, codesNotReady, codesTaken],
    example: { params: { batchNo: 'B1' } },
  }),
  { group, keyScope: orderWrite },
);

export const openVoidCodes = openInterface(
  change({
    name: 'open.voidCodes',
    summary: text('作废兑换码', 'Void unused codes'),
    path: '/openapi/v1/code-batches/:batchNo/void',
    permission: 'apiGroupBuyPackage.void',
    operation: OperationType.values.IssueCoupon,
    movesMoney: true,
    params: { batchNo },
    body: z.strictObject({
      /** Left out: all that are unused. */
      codeNos: z.array(codeNo).min(1).max(MOST_CODES).optional(),
    }),
    answer: z.object({ voided: z.number().int(), returned: minor, currency: z.string() }),
    refusals: [codeBatchNotFound, nothingToVoid],
    example: { params: { batchNo: 'B1' }, body: {} },
  }),
  { group, keyScope: orderWrite },
);

/** One order for one card. Where the card does not get the package, the code is unused again. */
export const openRedeemCode = openInterface(
  change({
    name: 'open.redeemCode',
    summary: text('兑换', 'Redeem a code'),
    path: '/openapi/v1/codes/redeem',
    permission: MAY_ORDER,
    operation: OperationType.values.OrderPackage,
    movesMoney: true,
    holdsSecret: true,
    body: z.strictObject({
      code: codeSchema,
      iccid,
      /** The shop's number, and what its buyer paid. */
      theirOrderNo: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,64}$/)
        .optional(),
      theirPrice: minorSchema.optional(),
    }),
    answer: z.object({
      codeNo: z.string(),
      iccid,
      orderNo: z.string(),
      taskNo: z.string(),
      state: RedeemCodeState.schema,
    }),
    refusals: [
      codeNotFound,
      codeUsed,
      codeVoided,
      codeExpired,
      selectCardFirst,
      cardCannotTake,
      cardLimitReached,
      tooManyWrongCodes,
    ],
    example: { body: { code: '0000-0000-0000-0000', iccid: '89860600000000000013' } },
  }),
  { group, keyScope: orderWrite, success: 202 },
);

export const openCodeState = openInterface(
  read({
    name: 'open.codeState',
    summary: text('查询兑换码', 'State of a code'),
    path: '/openapi/v1/codes/:codeNo',
    permission: MAY_ORDER,
    params: { codeNo },
    answer: z.object({
      codeNo: z.string(),
      batchNo: z.string(),
      state: RedeemCodeState.schema,
      iccid: z.string().nullable(),
      orderNo: z.string().nullable(),
      /** Why the last card did not get the package. */
      failure: z.string().nullable(),
      expiresAt: moment,
    }),
    refusals: [codeNotFound],
    example: { params: { codeNo: 'B1-1' } },
  }),
  { group, keyScope: orderRead },
);
