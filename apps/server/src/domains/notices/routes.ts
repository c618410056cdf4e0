import * as inbox from '@cardinal/contract/api/notices/inbox.ts';
import * as api from '@cardinal/contract/api/notices/notices.ts';
import { bind, bindFile, bindList } from '../../framework/domain.ts';
import { noticeRoles, previewAudience } from './audience.ts';
import { confirmNotice, inboxDataset, muteKind, readBell, viewAllNotices, viewNotice } from './inbox.ts';
import { noticeDataset, readNotice } from './noticeList.ts';
import { readPicture, uploadPicture } from './pictures.ts';
import { deleteNotice, recallNotice, sendNotice, unscheduleNotice } from './sendNotice.ts';
import { addNotice, editNotice } from './writeNotice.ts';

const unlogged = { transaction: 'none' } as const;

export const routes = [
  bindList(api.listNotices, noticeDataset),
  bind(api.readNotice, (ctx, { query }) => readNotice(ctx, query)),
  bind(api.previewAudience, (ctx, { body }) => previewAudience(ctx, body), unlogged),
  bind(api.noticeRoles, (ctx) => noticeRoles(ctx)),
  bind(api.addNotice, (ctx, { body }) => addNotice(ctx, body)),
  bind(api.editNotice, (ctx, { body }) => editNotice(ctx, body)),
  bind(api.sendNotice, (ctx, { body }) => sendNotice(ctx, body)),
  bind(api.unscheduleNotice, (ctx, { body }) => unscheduleNotice(ctx, body.id)),
  bind(api.recallNotice, (ctx, { body }) => recallNotice(ctx, body.id)),
  bind(api.deleteNotice, (ctx, { body }) => deleteNotice(ctx, body.id)),
  bind(api.uploadPicture, (ctx, { upload }) => uploadPicture(ctx, upload)),
  bindFile(api.readPicture, (ctx, { query }) => readPicture(ctx, query)),
  bindList(inbox.listInbox, inboxDataset),
  bind(inbox.readBell, (ctx) => readBell(ctx)),
  bind(inbox.viewNotice, (ctx, { body }) => viewNotice(ctx, body), unlogged),
  bind(inbox.viewAllNotices, (ctx) => viewAllNotices(ctx), unlogged),
  bind(inbox.confirmNotice, (ctx, { body }) => confirmNotice(ctx, body)),
  bind(inbox.muteKind, (ctx, { body }) => muteKind(ctx, body)),
];
