import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { Platform } from '../../enumerations/card.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { ImportState } from '../cardImports/imports.ts';
import { productCodeSchema } from '../catalogue/products.ts';
import { esimImportNotFound, esimImportNotWaiting } from './refusals.ts';

const instant = z.iso.datetime({ offset: true });

/** The event for open consoles while a batch of chips or code numbers runs. */
export const ESIM_IMPORT_PROGRESS = 'esim.importProgress';

const accountSchema = z.object({ id: idSchema, name: z.string(), platform: Platform.schema });

const detailSchema = z.object({
  id: idSchema,
  batchNo: z.string(),
  state: ImportState.schema,
  fileName: z.string(),
  carrierAccountName: z.string(),
  /** Of code numbers: the SM-DP+ that holds the profiles. */
  smdpAccountName: z.string().nullable(),
  productCode: z.string().nullable(),
  customerName: z.string(),
  rows: z.number().int(),
  /** Rows read by the dry run so far, then rows written by the run. */
  progress: z.number().int(),
  good: z.number().int(),
  bad: z.number().int(),
  already: z.number().int(),
  /** Good rows with warnings. */
  warned: z.number().int(),
  imported: z.number().int(),
  removed: z.number().int(),
  kept: z.number().int(),
  /** The same file was imported before: by which batch. */
  sameFileAs: z.string().nullable(),
  failure: z.string().nullable(),
  /** Errors and warnings of rows, most frequent first; the first hundred rows of either. */
  reasons: z.array(z.object({ words: z.string(), count: z.number().int() })),
  badRows: z.array(z.object({ rowNumber: z.number().int(), subject: z.string(), words: z.string() })),
  warnings: z.array(z.object({ words: z.string(), count: z.number().int() })),
  warnedRows: z.array(z.object({ rowNumber: z.number().int(), subject: z.string(), words: z.string() })),
  /** Of code numbers, after the run: stock by profile type before and after. */
  stock: z.array(z.object({ profileType: z.string(), before: z.number().int(), after: z.number().int() })),
  taskId: idSchema.nullable(),
  undoTaskId: idSchema.nullable(),
  /** Of code numbers: the check against the SM-DP+, rows asked about, when all had been. */
  verifyTaskId: idSchema.nullable(),
  verified: z.number().int(),
  verifiedAt: instant.nullable(),
  createdAt: instant,
  finishedAt: instant.nullable(),
});

/** The endpoints of one of the two imports: texts, path and permissions differ, the steps do not. */
function importEndpoints<const U extends z.ZodRawShape>(of: {
  name: 'esimCardImports' | 'codeNumberImports';
  zh: string;
  en: string;
  permission: 'esimCardImport' | 'codeNumberImport';
  upload: U;
}) {
  const path = (step: string) => `/api/${of.name}/v1/${step}`;
  const name = (step: string) => `${of.name}.${step}`;
  const [view, doing] = [`${of.permission}.view`, `${of.permission}.import`];
  const operation = OperationType.values.ImportCard;
  const steps = [esimImportNotFound, esimImportNotWaiting];
  const batch = { esimBatchId: idSchema };
  const example = { esimBatchId: '1' };
  return {
    list: list({
      name: name('list'),
      summary: text(`${of.zh}批次`, `Imports of ${of.en}`),
      path: path('list'),
      permission: view,
      fields: {
        id: field.id('编号', 'ID', { exportable: false }),
        batchNo: field.identifier('批次号', 'Batch no.', { filters: ['is', 'contains'], sortable: true }),
        state: field.enumeration(ImportState, { filters: ['is'] }),
        fileName: field.text('文件', 'File', { filters: ['contains'] }),
        carrierAccountName: field.text('通道', 'Carrier account'),
        customerName: field.text('归属客户', 'Customer'),
        rows: field.number('行数', 'Rows'),
        good: field.number('可导入', 'Good'),
        bad: field.number('错误', 'Bad'),
        already: field.number('已存在', 'Already there'),
        warned: field.number('有提醒', 'Warned'),
        imported: field.number('已导入', 'Imported'),
        operator: field.text('操作人', 'Operator', { filters: ['is'] }),
        createdAt: field.time('创建时间', 'Created at', { filters: ['range'], sortable: true }),
        finishedAt: field.time('完成时间', 'Finished at', { nullable: true }),
      },
      defaultSort: '-createdAt',
    }),
    /** xls or xlsx, first sheet, columns found by their titles. Answers immediately; the dry run continues as a job. */
    upload: change({
      name: name('upload'),
      summary: text(`上传${of.zh}文件`, `Upload a sheet of ${of.en}`),
      path: path('upload'),
      permission: doing,
      kind: 'upload',
      operation,
      body: z.strictObject({ carrierAccountId: idSchema, customerId: idSchema.optional(), ...of.upload }),
      answer: z.object({ batchId: idSchema, batchNo: z.string() }),
    }),
    detail: read({
      name: name('detail'),
      summary: text(`${of.zh}批次详情`, `An import of ${of.en}`),
      path: path('detail'),
      permission: view,
      query: batch,
      answer: detailSchema,
      refusals: [esimImportNotFound],
      example: { query: example },
    }),
    /** After the dry run: imports all valid rows, or only those without a warning. */
    decide: change({
      name: name('decide'),
      summary: text(`确认${of.zh}`, `Confirm an import of ${of.en}`),
      path: path('decide'),
      permission: doing,
      operation,
      body: z.strictObject({ ...batch, choice: z.enum(['all', 'withoutWarned']) }),
      answer: z.object({ taskId: idSchema.nullable() }),
      refusals: steps,
      example: { body: { ...example, choice: 'all' } },
    }),
    cancel: change({
      name: name('cancel'),
      summary: text(`取消${of.zh}`, `Cancel an import of ${of.en}`),
      path: path('cancel'),
      permission: doing,
      operation,
      body: z.strictObject(batch),
      answer: doneSchema,
      refusals: steps,
      example: { body: example },
    }),
    /** Removes what was not used since; the batch counts removed and kept ones. */
    undo: change({
      name: name('undo'),
      summary: text(`撤销${of.zh}`, `Undo an import of ${of.en}`),
      path: path('undo'),
      permission: doing,
      operation,
      body: z.strictObject(batch),
      answer: z.object({ taskId: idSchema }),
      refusals: steps,
      example: { body: example },
    }),
    options: read({
      name: name('options'),
      summary: text(`${of.zh}可选项`, `Choices of an import of ${of.en}`),
      path: path('options'),
      namesCarriers: true,
      permission: view,
      answer: z.object({ carrierAccounts: z.array(accountSchema), smdpAccounts: z.array(accountSchema) }),
    }),
    template: read({
      name: name('template'),
      summary: text(`${of.zh}模板`, `Template of ${of.en}`),
      path: path('template'),
      permission: view,
      kind: 'file',
      answer: z.unknown(),
    }),
    /** The upload's own columns and one with the reason; activation codes are never in it. */
    wrongRows: read({
      name: name('wrongRows'),
      summary: text(`${of.zh}错误行`, `Wrong rows of ${of.en}`),
      path: path('wrongRows'),
      permission: view,
      kind: 'file',
      query: batch,
      answer: z.unknown(),
      refusals: [esimImportNotFound],
      example: { query: example },
    }),
  };
}

/** `carrierAccountId` is the SM-DP+ or eIM that manages the chips. */
export const chipImports = importEndpoints({
  name: 'esimCardImports',
  zh: 'eSIM卡导入',
  en: 'eSIM cards',
  permission: 'esimCardImport',
  upload: {},
});

/** `carrierAccountId` is the account of the numbers' own carrier; it determines the platform of the whole sheet. */
const numberSteps = importEndpoints({
  name: 'codeNumberImports',
  zh: '码号导入',
  en: 'code numbers',
  permission: 'codeNumberImport',
  upload: {
    smdpAccountId: idSchema,
    /** The product of the numbers' cards; of the account's carrier and of the kind eSIM. */
    productCode: productCodeSchema.optional(),
    /** Minor units are of this currency. */
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .optional(),
    /** Existing cards in the sheet become code numbers; without it their rows are invalid. */
    takesCards: z.boolean().optional(),
  },
});

/** Like those of chips, plus a check that asks the SM-DP+ about every valid row before anything is written. */
export const numberImports = {
  ...numberSteps,
  verify: change({
    name: 'codeNumberImports.verify',
    summary: text('向SM-DP+核对码号', 'Check code numbers with the SM-DP+'),
    path: '/api/codeNumberImports/v1/verify',
    permission: 'codeNumberImport.verify',
    operation: OperationType.values.ImportCard,
    body: z.strictObject({ esimBatchId: idSchema }),
    answer: z.object({ taskId: idSchema }),
    refusals: [esimImportNotFound, esimImportNotWaiting],
    example: { body: { esimBatchId: '1' } },
  }),
};
