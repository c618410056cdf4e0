import {
  exportAgain as againEndpoint,
  deleteDownload as deleteEndpoint,
  downloadByPath,
  fetchFile,
  listDownloads,
  orderExport as orderEndpoint,
  stopDownload as stopEndpoint,
} from '@cardinal/contract/api/tasks/downloads.ts';
import {
  cancelTask as cancelEndpoint,
  checkTask as checkEndpoint,
  readTaskDetail as detailEndpoint,
  listTaskItems,
  listTasks,
  pauseTask as pauseEndpoint,
  prioritiseTask as prioritiseEndpoint,
  resumeTask as resumeEndpoint,
  retryTask as retryEndpoint,
  streamTasks as streamEndpoint,
  readTray as trayEndpoint,
} from '@cardinal/contract/api/tasks/tasks.ts';
import { bind, bindFile, bindList, bindStream } from '../../framework/domain.ts';
import { downloadDataset } from './downloads/downloadList.ts';
import { exportAgain, orderExport } from './downloads/orderExport.ts';
import { deleteDownload, stopDownload } from './downloads/removeDownloads.ts';
import { issueTicket, redeemTicket } from './downloads/ticket.ts';
import { retryTask } from './steering/retryTask.ts';
import { cancelTask, checkTask, pauseTask, prioritiseTask, resumeTask } from './steering/steerTask.ts';
import { itemDataset } from './views/itemList.ts';
import { readTaskDetail } from './views/readTask.ts';
import { taskDataset } from './views/taskList.ts';
import { readTray, streamTasks } from './views/watchTasks.ts';

export const routes = [
  bindList(listTasks, taskDataset),
  bind(detailEndpoint, (ctx, { query }) => readTaskDetail(ctx, query)),
  bindList(listTaskItems, itemDataset),
  bind(pauseEndpoint, (ctx, { body }) => pauseTask(ctx, body)),
  bind(resumeEndpoint, (ctx, { body }) => resumeTask(ctx, body)),
  bind(cancelEndpoint, (ctx, { body }) => cancelTask(ctx, body)),
  bind(retryEndpoint, (ctx, { body }) => retryTask(ctx, body)),
  bind(prioritiseEndpoint, (ctx, { body }) => prioritiseTask(ctx, body)),
  bind(checkEndpoint, (ctx, { body }) => checkTask(ctx, body)),
  bind(trayEndpoint, (ctx) => readTray(ctx)),
  bindStream(streamEndpoint, (ctx, _input, outlet) => streamTasks(ctx, outlet)),
  bindList(listDownloads, downloadDataset),
  bind(orderEndpoint, (ctx, { body }) => orderExport(ctx, body)),
  bind(againEndpoint, (ctx, { body }) => exportAgain(ctx, body)),
  bind(stopEndpoint, (ctx, { body }) => stopDownload(ctx, body)),
  bind(deleteEndpoint, (ctx, { body }) => deleteDownload(ctx, body)),
  bind(downloadByPath, (ctx, { query }) => issueTicket(ctx, query), { perMinute: 120 }),
  bindFile(fetchFile, (ctx, { params }) => redeemTicket(ctx, params), { hasHead: false }),
];
