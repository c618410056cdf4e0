import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { CardKind } from '../../enumerations/card.ts';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { change, idSchema } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { noPermission, notFound } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { productCodeSchema } from '../catalogue/products.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('cardImports');

// Cards that a carrier lists under an account of ours and that the platform lacks.

export const UnmatchedState = enumeration('unmatchedState', '处理', 'Decision', {
  open: { zh: '待处理', en: 'Open' },
  taken: { zh: '已提交导入', en: 'Import submitted' },
  /** Listed under this account, while we have the card under another. */
  elsewhere: { zh: '属其他通道', en: 'Under another account' },
  known: { zh: '已入库', en: 'Imported' },
  closed: { zh: '已关闭', en: 'Closed' },
});
export type UnmatchedState = ValueOf<typeof UnmatchedState>;

export const unmatchedDecided = refusal.conflict(
  620,
  'unmatchedDecided',
  '所选的卡已处理',
  'The selected cards were already handled',
);

export const MOST_UNMATCHED = 500;

const unmatchedFields = {
  id: field.id('编号', 'ID', { exportable: false }),
  accountId: field.id('通道标识', 'Account id', { filters: ['is'], exportable: false }),
  iccid: field.identifier('ICCID', 'ICCID', { filters: ['is'] }),
  status: field.text('运营商状态', 'At the carrier'),
  firstSeenAt: field.time('首次发现', 'First seen', { filters: ['range'], sortable: true }),
  lastSeenAt: field.time('最近出现', 'Last seen', { sortable: true }),
  state: field.enumeration(UnmatchedState, { filters: ['is'] }),
  decidedAt: field.time('处理时间', 'Decided at', { nullable: true }),
  decidedName: field.text('处理人', 'Handled by', { nullable: true }),
  batchNo: field.text('导入批次', 'Import', { nullable: true }),
};

export const listUnmatchedCards = list({
  name: 'carrierAccounts.unmatchedCards',
  summary: text('运营商侧多出的卡', 'Unmatched carrier cards'),
  permission: key('platformConfig.view'),
  exportPermission: key('platformConfig.export'),
  fields: unmatchedFields,
  defaultSort: '-lastSeenAt',
  example: { query: { accountId: ['101'], pageNum: 1, pageSize: 20 } },
});

const picked = { accountId: idSchema, ids: z.array(idSchema).min(1).max(MOST_UNMATCHED) };

/** Creates an ordinary import of them, to be reviewed and run on the import screen; its permission is also required. */
export const importUnmatchedCards = change({
  name: 'carrierAccounts.importUnmatchedCards',
  summary: text('纳入运营商侧多出的卡', 'Import unmatched carrier cards'),
  permission: key('platformConfig.reconcile'),
  body: z.strictObject({ ...picked, kind: CardKind.schema, productCode: productCodeSchema }),
  answer: z.object({ taken: z.number().int(), batchId: idSchema, batchNo: z.string() }),
  operation: OperationType.values.ImportCard,
  refusals: [notFound, noPermission, unmatchedDecided],
  example: { body: { accountId: '101', ids: ['1'], kind: 1, productCode: 'P1000' } },
});

/** They are not reported again. */
export const closeUnmatchedCards = change({
  name: 'carrierAccounts.closeUnmatchedCards',
  summary: text('关闭运营商侧多出的卡', 'Close unmatched carrier cards'),
  permission: key('platformConfig.reconcile'),
  body: z.strictObject(picked),
  answer: z.object({ closed: z.number().int() }),
  operation: OperationType.values.EditConfiguration,
  refusals: [notFound, unmatchedDecided],
  example: { body: { accountId: '101', ids: ['1'] } },
});
