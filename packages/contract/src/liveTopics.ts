import { IMPORT_PROGRESS } from './api/cardImports/imports.ts';
import { listCards } from './api/cards/cardList.ts';
import { CARD_CHANGED } from './api/cards/live.ts';
import { NOTICE_CHANGED } from './api/notices/inbox.ts';
import type { Guard } from './framework/endpoint.ts';

/** Topics only the account hears that a message names. */
export const OWN_TOPICS: readonly string[] = ['task.progress', 'download.ready', IMPORT_PROGRESS, NOTICE_CHANGED];

/** Topics heard by everybody above or at the customer they happen at who may ask for the same by calling. */
export const TREE_TOPICS: ReadonlyMap<string, Guard> = new Map([[CARD_CHANGED, listCards.permission]]);
