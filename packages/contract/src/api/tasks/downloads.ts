import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { enumeration, type ValueOf } from '../../enumerations/enumeration.ts';
import { change, doneSchema, idSchema, read } from '../../framework/endpoint.ts';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { queryFlag } from '../../framework/paging.ts';
import { noPermission, notFound } from '../../framework/standardRefusals.ts';
import { key } from '../../permissions/key.ts';
import { OperationType } from '../../tasks/operationTypes.ts';
import { refusalsOf } from '../refusalCodes.ts';

const refusal = refusalsOf('tasks');

export const DownloadState = enumeration('downloadState', '状态', 'State', {
  waiting: { zh: '等待中', en: 'Waiting' },
  making: { zh: '生成中', en: 'Generating' },
  ready: { zh: '可下载', en: 'Ready' },
  failed: { zh: '生成失败', en: 'Failed' },
  stopped: { zh: '已停止', en: 'Stopped' },
  expired: { zh: '已过期', en: 'Expired' },
});
export type DownloadState = ValueOf<typeof DownloadState>;

export const SheetFormat = enumeration('sheetFormat', '格式', 'Format', {
  xlsx: { zh: 'Excel', en: 'Excel' },
  csv: { zh: 'CSV', en: 'CSV' },
});
export type SheetFormat = ValueOf<typeof SheetFormat>;

export const noDataToExport = refusal.conflict(511, 'noDataToExport', '没有可导出的数据', 'No data to export');
export const tooManyRows = refusal.conflict(
  512,
  'tooManyRows',
  '导出数据过多，请联系管理员',
  'Too many rows, contact the administrator',
);
export const downloadRepeated = refusal.conflict(513, 'downloadRepeated', '请勿重复下载', 'Do not download repeatedly');
export const queryChanged = refusal.conflict(
  514,
  'queryChanged',
  '查询条件已变更，请先搜索再导出',
  'Query conditions changed, search before export',
);
export const unknownList = refusal.notFound(511, 'unknownList', '该列表不支持导出', 'This list cannot be exported');
export const downloadNotOpen = refusal.conflict(
  515,
  'downloadNotOpen',
  '文件未在生成中',
  'The file is not being generated',
);

export const downloadFields = {
  id: field.id('下载标识', 'Download id', { exportable: false }),
  downloadNo: field.identifier('下载编号', 'Download number', { filters: ['is', 'contains'] }),
  taskId: field.id('任务标识', 'Task id', { exportable: false }),
  title: field.text('标题', 'Title', { filters: ['contains'] }),
  screen: field.text('页面', 'Screen', { filters: ['is'] }),
  format: field.enumeration(SheetFormat, { filters: ['is'] }),
  state: field.enumeration(DownloadState, { filters: ['is'] }),
  /** The progress of its creation, 0 to 100. */
  percent: field.number('进度', 'Progress', { nullable: true }),
  rows: field.number('行数', 'Rows', { nullable: true }),
  size: field.bytes('大小', 'Size', { nullable: true }),
  /** Holds personal data or money. */
  isSensitive: field.flag('含敏感数据', 'Sensitive'),
  failure: field.text('失败原因', 'Failure', { nullable: true }),
  createdAt: field.time('创建时间', 'Created at', { filters: ['range'], sortable: true }),
  readyInSeconds: field.number('生成耗时（秒）', 'Generation time (s)', { nullable: true }),
  expiresAt: field.time('过期时间', 'Expires at', { nullable: true }),
  fetched: field.number('下载次数', 'Downloads'),
  accountId: field.id('账号标识', 'Account id', { filters: ['is'], exportable: false }),
  accountName: field.text('账号', 'Account', { filters: ['contains'] }),
  /** The input of `downloadByPath`; only on the caller's ready files. */
  path: field.text('路径', 'Path', { nullable: true, exportable: false }),
  offered: field.object(
    '可执行操作',
    'Offered',
    z.object({ download: z.boolean(), again: z.boolean(), stop: z.boolean(), delete: z.boolean() }),
  ),
};

/** Files ordered by the caller's account; supervisors see those of their customer and below. */
export const listDownloads = list({
  name: 'downloads.list',
  summary: text('下载任务', 'Downloads'),
  path: '/api/download-task/v1/list',
  permission: key('downloadTask.view'),
  fields: downloadFields,
  defaultSort: '-createdAt',
  /**
   * `all`: including those of other accounts. `underCustomerId`: those of a customer and everyone below it, whoever ordered
   * them.
   */
  extra: { all: queryFlag.optional(), underCustomerId: idSchema.optional() },
});

/**
 * Orders the export of a list: the filter of its screen, frozen with columns and language. The list's own permission and its
 * export permission are required, now and when the file is downloaded. `total` is what the screen showed: if the filter now
 * finds another number, the screen is outdated.
 */
export const orderExport = change({
  name: 'downloads.export',
  summary: text('导出列表', 'Export list'),
  path: '/api/download-task/v1/export',
  permission: 'authenticated',
  body: z.strictObject({
    list: z.string().min(3).max(64),
    query: z.record(
      z.string().max(64),
      z.union([
        z.string().max(70_000),
        z.number(),
        z.boolean(),
        z.array(z.union([z.string().max(255), z.number()])).max(1_000),
      ]),
    ),
    /** Field names in the wanted order; all exportable ones the caller may see when left out. */
    columns: z.array(z.string().max(64)).min(1).max(200).optional(),
    format: SheetFormat.schema.default('xlsx'),
    screen: z.string().max(120).optional(),
    total: z.number().int().min(0).optional(),
  }),
  answer: z.object({ downloadId: idSchema, downloadNo: z.string(), taskId: idSchema, rows: z.number().int() }),
  operation: OperationType.values.ExportData,
  refusals: [noPermission, unknownList, noDataToExport, tooManyRows, downloadRepeated, queryChanged],
  example: { body: { list: 'tasks.list', query: {}, format: 'xlsx' } },
});

/** Step one of a download; step two is a plain navigation to base + `/files` + `ticketPath`, once within 60 seconds. */
export const downloadByPath = read({
  name: 'downloads.byPath',
  summary: text('取得下载凭证', 'Get download ticket'),
  path: '/api/download-task/v1/downloadByPath',
  permission: key('downloadTask.download'),
  scope: 'own',
  query: { path: z.string().min(1).max(500) },
  example: { query: { path: 'demo-expired' } },
  answer: z.object({ ticketPath: z.string(), fileName: z.string(), expiresAt: z.iso.datetime({ offset: true }) }),
  refusals: [notFound, noPermission, downloadRepeated],
});

/** The file of a ticket. A used, expired or invented ticket counts as a missing file. */
export const fetchFile = read({
  name: 'downloads.file',
  summary: text('下载文件', 'Download file'),
  path: '/files/:ticket',
  permission: 'public',
  scope: 'own',
  kind: 'file',
  params: { ticket: z.string().max(300) },
  example: { params: { ticket: 'used-or-invented' } },
  answer: z.null(),
  refusals: [notFound],
});

const ofDownload = z.strictObject({ downloadId: idSchema });

/** Repeats the export with the same list, filter and columns; also after the file has expired. */
export const exportAgain = change({
  name: 'downloads.again',
  summary: text('重新生成文件', 'Regenerate file'),
  path: '/api/download-task/v1/again',
  permission: key('downloadTask.again'),
  scope: 'own',
  body: ofDownload,
  example: { body: { downloadId: '5101' } },
  answer: orderExport.answer,
  operation: OperationType.values.ExportData,
  refusals: [notFound, noPermission, unknownList, noDataToExport, tooManyRows, downloadRepeated],
});

export const stopDownload = change({
  name: 'downloads.stop',
  summary: text('停止生成文件', 'Stop file generation'),
  path: '/api/download-task/v1/stop',
  permission: key('downloadTask.view'),
  scope: 'own',
  body: ofDownload,
  example: { body: { downloadId: '5101' } },
  answer: doneSchema,
  operation: OperationType.values.ExportData,
  refusals: [notFound, downloadNotOpen],
});

export const deleteDownload = change({
  name: 'downloads.delete',
  summary: text('删除下载', 'Delete download'),
  path: '/api/download-task/v1/delete',
  permission: key('downloadTask.delete'),
  scope: 'own',
  body: ofDownload,
  example: { body: { downloadId: '5101' } },
  answer: doneSchema,
  operation: OperationType.values.ExportData,
  refusals: [notFound],
});
