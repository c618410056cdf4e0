import { remarkSchema } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { ContractEnder, RenewalChargeState, SigningState } from '../../enumerations/autoRenewal.ts';
import { Currency } from '../../enumerations/money.ts';
import { RetailProgress } from '../../enumerations/retail.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field, integerString, rowSchema } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { contractEnded, contractNotFound, notChargeableNow, nothingToSkip, ownContractsOnly } from './refusals.ts';

const time = z.iso.datetime({ offset: true });

export const contractFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  contractNo: field.identifier('签约号', 'Contract number', { filters: ['is'] }),
  providerNo: field.identifier('渠道协议号', 'Provider’s contract', { filters: ['is'], nullable: true }),
  signingState: field.enumeration(SigningState, { filters: ['is'] }),
  accountId: field.id('公众号编号', 'Account id', { filters: ['is'], exportable: false }),
  accountName: field.text('公众号', 'Public account'),
  customerId: field.id('客户编号', 'Customer id', { filters: ['is'], exportable: false }),
  customerName: field.text('客户', 'Customer'),
  /** The last characters of the openid; who it is, WeChat alone knows. */
  buyer: field.text('用户', 'User'),
  iccid: field.identifier('ICCID', 'ICCID', { filters: ['is', 'contains'] }),
  title: field.text('套餐', 'Package', { filters: ['contains'] }),
  templateName: field.text('签约模板', 'Template'),
  signedAt: field.time('签约时间', 'Signed at', { filters: ['range'], sortable: true, nullable: true }),
  /** Null where nothing is planned. */
  nextChargeAt: field.time('下次扣款', 'Next charge', { filters: ['range'], sortable: true, nullable: true }),
  nextState: field.enumeration(RenewalChargeState, { nullable: true }),
  firstPrice: field.money('首期价', 'First price'),
  renewPrice: field.money('续费价', 'Renewal price', { sortable: true }),
  currency: field.enumeration(Currency),
  periods: field.number('已扣期数', 'Periods charged', { sortable: true }),
  /** The provider's code of what it refused last. */
  failureCode: field.identifier('失败码', 'Failure code', { filters: ['is'], nullable: true }),
  /** Why nothing is charged, or what the provider said last. */
  result: field.text('最近结果', 'Last result', { nullable: true }),
  endedBy: field.enumeration(ContractEnder, { filters: ['is'], nullable: true }),
  endedAt: field.time('解约时间', 'Ended at', { filters: ['range'], sortable: true, nullable: true }),
  createdAt: field.time('发起时间', 'Begun at', { sortable: true }),
  offered: field.object(
    '可执行操作',
    'Offered',
    z.object({ cancel: z.boolean(), charge: z.boolean(), skip: z.boolean() }),
  ),
};

export const listContracts = list({
  name: 'renewalContracts.list',
  summary: text('自动续费签约记录', 'Auto-renew contracts'),
  permission: 'autoRenewContractRecord.view',
  exportPermission: 'autoRenewContractRecord.export',
  fields: contractFields,
  defaultSort: '-createdAt',
  /** Of the filter. */
  figures: z.object({
    signed: z.number().int(),
    overdue: z.number().int(),
    /** Charged within seven days. */
    due: z.number().int(),
    sums: z.array(z.object({ currency: Currency.schema, due: integerString })),
    /** Of the charges of the last 30 days, in per cent; null without any. */
    successPercent: z.number().nullable(),
  }),
});

export const readContract = read({
  name: 'renewalContracts.detail',
  summary: text('签约详情', 'Auto-renew contract'),
  permission: 'autoRenewContractRecord.view',
  query: { id: idSchema },
  answer: rowSchema(contractFields).extend({
    name: z.string(),
    isEnding: z.boolean(),
    charges: z.array(
      z.object({
        id: idSchema,
        period: z.number().int(),
        amount: integerString,
        state: RenewalChargeState.schema,
        announceAt: time.nullable(),
        announcedAt: time.nullable(),
        chargeAt: time,
        tries: z.number().int(),
        tradeNo: z.string().nullable(),
        said: z.string().nullable(),
        paidAt: time.nullable(),
        /** How far the retail order is that was set up for it. */
        progress: RetailProgress.schema.nullable(),
      }),
    ),
  }),
  refusals: [contractNotFound],
  example: { query: { id: '1' } },
});

const one = { answer: doneSchema, refusals: [contractNotFound, ownContractsOnly, contractEnded] } as const;

/** Ends it at the provider, which then confirms it. */
export const cancelContract = change({
  ...one,
  name: 'renewalContracts.cancel',
  summary: text('解除签约', 'End a contract'),
  permission: 'autoRenewContractRecord.cancel',
  operation: OperationType.values.EditConfiguration,
  body: z.strictObject({ id: idSchema, reason: remarkSchema() }),
  example: { body: { id: '1', reason: '用户要求' } },
});

/** Takes the charge that waits now, if the provider allows it now. One that failed past its retries is begun again. */
export const chargeContract = change({
  ...one,
  name: 'renewalContracts.charge',
  summary: text('立即扣款', 'Charge now'),
  permission: 'autoRenewContractRecord.charge',
  operation: OperationType.values.AdjustMoney,
  movesMoney: true,
  body: z.strictObject({ id: idSchema }),
  refusals: [...one.refusals, notChargeableNow],
  example: { body: { id: '1' } },
});

/** The period is not charged; the next one is due a period later. */
export const skipCharge = change({
  ...one,
  name: 'renewalContracts.skip',
  summary: text('跳过一期', 'Skip a period'),
  permission: 'autoRenewContractRecord.skip',
  operation: OperationType.values.AdjustMoney,
  body: z.strictObject({ id: idSchema, reason: remarkSchema() }),
  refusals: [...one.refusals, nothingToSkip],
  example: { body: { id: '1', reason: '用户出国，暂停一期' } },
});
