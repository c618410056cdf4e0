import { IMPORT_PROGRESS } from './api/cardImports/imports.ts';
import { listCards } from './api/cards/cardList.ts';
import { CARD_CHANGED } from './api/cards/live.ts';
import { CHANNEL_STATEMENT_PROGRESS } from './api/channelStatements/statements.ts';
import { NOTICE_CHANGED } from './api/notices/inbox.ts';
import { PRICE_SHEET_PROGRESS } from './api/packages/priceSheets.ts';
import type { Guard } from './framework/endpoint.ts';

/** Topics of a single account, named in the event. */
export const OWN_TOPICS: readonly string[] = [
  'task.progress',
  'download.ready',
  IMPORT_PROGRESS,
  PRICE_SHEET_PROGRESS,
  CHANNEL_STATEMENT_PROGRESS,
  NOTICE_CHANGED,
];

/** Topics for all accounts at or above the event's customer that may read the same by a call. */
export const TREE_TOPICS: ReadonlyMap<string, Guard> = new Map([[CARD_CHANGED, listCards.permission]]);
