import { eidSchema } from '@cardinal/primitives/eid.ts';
import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { RspState } from '../../enumerations/esim.ts';
import { change, doneSchema, idSchema } from '../../framework/endpoint.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { engineCardsExceeded, engineNotSubscribed } from '../engines/refusals.ts';
import { chipsSchema, filterFindsOthers, numbersSchema } from '../esim/named.ts';
import { planSchema } from '../esim/plan.ts';
import { chipNotFound, numberNotFound } from '../esim/refusals.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('esimOperations');

export const numbersUnclear = refusal.invalid(
  1420,
  'numbersUnclear',
  '指定码号时只能选一张 eSIM 卡',
  'A specific number can be used for one eSIM card only',
);
export const chipRefuses = refusal.conflict(1420, 'chipRefuses', '不能执行：{reason}', 'Cannot be done: {reason}');
export const numberNotBound = refusal.conflict(
  1421,
  'numberNotBound',
  '码号 {iccid} 不在绑定中或已绑定状态，不能解绑',
  'Code number {iccid} is not binding or bound and cannot be unbound',
);
export const operationNotRepeatable = refusal.conflict(
  1422,
  'operationNotRepeatable',
  '只能重试失败或过期的操作',
  'Only failed or expired operations can be retried',
);
export const neverAudited = refusal.conflict(
  1423,
  'neverAudited',
  '还没有读取过该芯片',
  'The chip has not been read yet',
);
export const smdpRefused = refusal.conflict(
  1424,
  'smdpRefused',
  'SM-DP+ 未执行：{reason}',
  'Not executed by the SM-DP+: {reason}',
);

const EXAMPLE_EID = '89049032000000000000000000000001';
const eids = chipsSchema;
const wish = {
  /** For one chip only. */
  numberId: idSchema.optional(),
  profileType: z.string().min(1).max(128).optional(),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
};
const started = z.object({ taskId: idSchema, taskNo: z.string(), total: z.number().int() });

/** Operations on many chips at once. */
export const previewedKinds = ['download', 'enable', 'disable', 'delete', 'audit'] as const;

/** The preview of an operation on these chips in their current state: no chip is asked, nothing is reserved. */
export const previewChips = change({
  name: 'esimCards.preview',
  summary: text('eSIM操作预检', 'Preview eSIM operation'),
  path: '/api/esimCards/v1/preview',
  permission: ['esim.download', 'esim.enable', 'esim.disable', 'esim.delete', 'esim.audit'],
  isRecorded: false,
  idempotency: 'none',
  body: z.strictObject({
    kind: z.enum(previewedKinds),
    eids,
    profileType: wish.profileType,
    country: wish.country,
  }),
  answer: planSchema.extend({
    /** Of those to be asked, the ones with a running operation: they are checked again when it is due. */
    queued: z.number().int(),
    /** For a download: free numbers of this kind in stock. */
    free: z.number().int().nullable(),
  }),
  refusals: [chipNotFound, filterFindsOthers],
  example: { body: { kind: 'enable', eids: [EXAMPLE_EID] } },
});

/** Writes a number on each chip, and enables it with `enables`: the named one, or a free one of this kind. */
export const writeChips = change({
  name: 'esimCards.write',
  summary: text('写号', 'Write numbers'),
  path: '/api/esimCards/v1/write',
  permission: 'esim.download',
  operation: OperationType.values.WriteNumber,
  body: z.strictObject({ eids, ...wish, enables: z.boolean() }),
  answer: started,
  refusals: [chipNotFound, numberNotFound, filterFindsOthers, numbersUnclear, engineNotSubscribed, engineCardsExceeded],
  example: { body: { eids: [EXAMPLE_EID], country: 'DE', enables: true } },
});

/** Switches each chip to another number on it; the enabled one is disabled in the same package. */
export const enableOnChips = change({
  name: 'esimCards.enable',
  summary: text('启用码号', 'Enable numbers'),
  path: '/api/esimCards/v1/enable',
  permission: 'esim.enable',
  operation: OperationType.values.EsimEnable,
  body: z.strictObject({ eids, ...wish }),
  answer: started,
  refusals: [chipNotFound, numberNotFound, filterFindsOthers, numbersUnclear, engineNotSubscribed, engineCardsExceeded],
  example: { body: { eids: [EXAMPLE_EID] } },
});

export const disableOnChips = change({
  name: 'esimCards.disable',
  summary: text('禁用码号', 'Disable numbers'),
  path: '/api/esimCards/v1/disable',
  permission: 'esim.disable',
  operation: OperationType.values.EsimDisable,
  body: z.strictObject({ eids }),
  answer: started,
  refusals: [chipNotFound, filterFindsOthers],
  example: { body: { eids: [EXAMPLE_EID] } },
});

/** Never the enabled one, the fallback, or the last one. */
export const deleteFromChips = change({
  name: 'esimCards.delete',
  summary: text('删除码号', 'Delete numbers'),
  path: '/api/esimCards/v1/delete',
  permission: 'esim.delete',
  operation: OperationType.values.EsimDelete,
  body: z.strictObject({ eids, ...wish }),
  answer: started,
  refusals: [chipNotFound, numberNotFound, filterFindsOthers, numbersUnclear],
  example: { body: { eids: [EXAMPLE_EID], profileType: 'DE-LOCAL-1' } },
});

export const auditChips = change({
  name: 'esimCards.audit',
  summary: text('读取芯片码号', 'Read chip profile lists'),
  path: '/api/esimCards/v1/audit',
  permission: 'esim.audit',
  operation: OperationType.values.EsimDownload,
  body: z.strictObject({ eids }),
  /** Chips that can be asked; consumer chips cannot. */
  answer: z.object({ asked: z.number().int() }),
  refusals: [chipNotFound, filterFindsOthers, chipRefuses],
  example: { body: { eids: [EXAMPLE_EID] } },
});

export const acceptAudit = change({
  name: 'esimCards.acceptAudit',
  summary: text('以芯片为准', 'Accept the chip’s state'),
  path: '/api/esimCards/v1/acceptAudit',
  permission: 'esim.audit',
  operation: OperationType.values.EsimEnable,
  body: z.strictObject({ eid: eidSchema }),
  answer: doneSchema,
  refusals: [chipNotFound, neverAudited],
  example: { body: { eid: EXAMPLE_EID } },
});

export const setFallback = change({
  name: 'esimCards.setFallback',
  summary: text('设为后备码号', 'Set fallback number'),
  path: '/api/esimCards/v1/setFallback',
  permission: 'esim.fallback',
  operation: OperationType.values.EsimEnable,
  body: z.strictObject({ eid: eidSchema, numberId: idSchema }),
  answer: doneSchema,
  refusals: [chipNotFound, numberNotFound, chipRefuses],
  example: { body: { eid: EXAMPLE_EID, numberId: '1' } },
});

export const retryOperation = change({
  name: 'esimCards.retry',
  summary: text('重试eSIM操作', 'Retry eSIM operation'),
  path: '/api/esimCards/v1/retry',
  permission: 'esim.retry',
  operation: OperationType.values.EsimDownload,
  body: z.strictObject({ eid: eidSchema, operationId: idSchema }),
  answer: doneSchema,
  refusals: [chipNotFound, operationNotRepeatable, chipRefuses],
  example: { body: { eid: EXAMPLE_EID, operationId: '1' } },
});

/** Orders a free number for one chip; the chip's operations show its progress. */
export const bindNumber = change({
  name: 'codeNumbers.bind',
  summary: text('码号绑定EID', 'Bind code number to EID'),
  path: '/api/codeNumbers/v1/bind',
  permission: 'codeNumber.bind',
  operation: OperationType.values.EsimDownload,
  holdsSecret: true,
  body: z.strictObject({
    numberId: idSchema,
    eid: eidSchema,
    confirmationCode: z.string().trim().min(1).max(64).optional(),
  }),
  answer: z.object({ operationId: idSchema }),
  refusals: [chipNotFound, numberNotFound, chipRefuses, engineNotSubscribed, engineCardsExceeded],
  example: { body: { numberId: '1', eid: EXAMPLE_EID } },
});

/** Only while it is binding or bound: once it is being written it is deleted from the chip instead. */
export const unbindNumber = change({
  name: 'codeNumbers.unbind',
  summary: text('码号解绑', 'Unbind code number'),
  path: '/api/codeNumbers/v1/unbind',
  permission: 'codeNumber.unbind',
  operation: OperationType.values.EsimDelete,
  body: z.strictObject({ numberId: idSchema }),
  answer: doneSchema,
  refusals: [numberNotFound, numberNotBound, smdpRefused],
  example: { body: { numberId: '1' } },
});

/** The maximum per request: each is a call of its SM-DP+. */
export const MOST_UNBOUND = 100;
export const tooManyToUnbind = refusal.invalid(
  1431,
  'tooManyToUnbind',
  '一次最多解绑 {most} 个码号，请缩小筛选范围',
  'At most {most} code numbers can be unbound at once; narrow the filter',
);

/** Several at once: those that cannot be released are named with the reason, the others are back in stock. */
export const unbindNumbers = change({
  name: 'codeNumbers.unbindMany',
  summary: text('批量解绑码号', 'Unbind code numbers in bulk'),
  path: '/api/codeNumbers/v1/unbindMany',
  permission: 'codeNumber.unbind',
  operation: OperationType.values.EsimDelete,
  // Each number has its own row.
  isRecorded: false,
  body: z.strictObject({ numberIds: numbersSchema }),
  answer: z.object({
    back: z.number().int(),
    failed: z.array(z.object({ numberId: idSchema, why: z.string() })),
  }),
  refusals: [filterFindsOthers, tooManyToUnbind],
  example: { body: { numberIds: ['1'] } },
});

/** The SM-DP+'s state of the number, applied where the transition is allowed. */
export const syncNumber = change({
  name: 'codeNumbers.sync',
  summary: text('同步码号状态', 'Sync code number state'),
  path: '/api/codeNumbers/v1/sync',
  permission: 'codeNumber.sync',
  operation: OperationType.values.EsimDownload,
  body: z.strictObject({ numberId: idSchema }),
  answer: z.object({ state: RspState.schema, changed: z.boolean() }),
  refusals: [numberNotFound, smdpRefused],
  example: { body: { numberId: '1' } },
});
