import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { notFound } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';
import { accountNotConnected, accountStateRefused } from './carriers.ts';

const refusal = refusalsOf('carriers');

// A carrier's own pools for cards of one account of ours; not the data pools of our customers.

/** The name of the carrier pools' reading among the kinds of card readings. */
export const POOLS_AT_CARRIER = text('运营商侧流量池', 'Carrier pools');

export const CarrierPoolState = enumeration('carrierPoolState', '状态', 'State', {
  listed: { zh: '在用', en: 'Listed' },
  gone: { zh: '运营商已不再列出', en: 'No longer listed' },
});
export type CarrierPoolState = ValueOf<typeof CarrierPoolState>;

export const poolsNotOffered = refusal.conflict(
  621,
  'poolsNotOffered',
  '该运营商的接口不提供流量池',
  'This carrier’s interface does not provide pools',
);
export const poolsBeingRead = refusal.conflict(622, 'poolsBeingRead', '正在读取中', 'Already reading');

/** Queues a reading of all pools of the account; the list shows when it is done. */
export const readCarrierPools = change({
  name: 'carrierAccounts.readPools',
  summary: text('立即读取运营商侧流量池', 'Read carrier pools now'),
  permission: key('platformConfig.sync'),
  body: z.strictObject({ accountId: idSchema }),
  answer: doneSchema,
  operation: OperationType.values.EditConfiguration,
  refusals: [notFound, accountNotConnected, accountStateRefused, poolsNotOffered, poolsBeingRead],
  example: { body: { accountId: '105' } },
});
