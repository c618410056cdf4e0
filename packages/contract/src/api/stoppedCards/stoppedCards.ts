import { text } from '@cardinal/primitives/text.ts';
import * as z from 'zod';
import { field } from '../../framework/fields.ts';
import { list } from '../../framework/list.ts';
import { cardFields } from '../cards/cardFields.ts';
import { cardExtra } from '../cards/cardList.ts';

/** Why a card is stopped, since when and by whom. */
const standingStop = z.object({
  /** Null: for none of our reasons. */
  reason: z.number().int().nullable(),
  /** Its last reason was lifted and it is not restarted yet; with no reason and not so, the stop is its carrier's own. */
  isRestarting: z.boolean(),
  /** Null: from before stops were kept, or before the card was the caller's. */
  since: z.iso.datetime({ offset: true }).nullable(),
  /** Null: nobody, or somebody above the caller. */
  by: z.string().nullable(),
  isFromAbove: z.boolean(),
  /** As the history tells it. */
  why: z.string().nullable(),
});

/** Every card that is stopped or is to be, those stopped last in front. */
export const listStoppedCards = list({
  name: 'stoppedCards.list',
  summary: text('停机列表', 'Stopped cards'),
  permission: 'shutdownList.view',
  exportPermission: 'shutdownList.export',
  fields: {
    ...cardFields,
    stops: field.object('停机原因', 'Stopped for', z.array(standingStop)),
    stoppedAt: field.time('停机时间', 'Stopped since', { sortable: true, nullable: true }),
  },
  defaultSort: '-stoppedAt',
  figures: z.object({
    total: z.number().int(),
    totalIsEstimate: z.boolean(),
    manual: z.number().int(),
    arrears: z.number().int(),
    realName: z.number().int(),
    imei: z.number().int(),
    /** For none of our reasons. */
    ofCarrier: z.number().int(),
    isEstimate: z.boolean(),
  }),
  extra: cardExtra,
  example: { query: { stopReasons: [2], pageNum: 1, pageSize: 20 } },
});
