import { listCards } from '@cardinal/contract/api/cards/cardList.ts';
import { masked } from '@cardinal/contract/framework/fields.ts';
import { accountOf, type Ctx, holds } from '../../../framework/context.ts';
import { settingsOf } from '../../settings/face.ts';
import { hasMaskedNumbers } from '../shownFields.ts';

type Row = Record<string, unknown>;

/** Where the whole numbers are shown. */
const WHOLE = ['cardDetail.view', 'flowCard.export', 'voiceCard.export', 'nbCard.export'];

const isMasked = async (ctx: Ctx): Promise<boolean> =>
  ctx.actor.kind === 'account' && (await settingsOf(ctx, accountOf(ctx).customerId)).masksNumbers;

/** Whether numbers are a secret to the caller: no other screen shows it what the list masks, or those above have them masked. */
export const hidesNumbers = async (ctx: Ctx): Promise<boolean> =>
  (!WHOLE.some((permission) => holds(ctx.actor, permission)) && (await isMasked(ctx))) || (await hasMaskedNumbers(ctx));

/** Rows of a list with the middle of their numbers masked, if the caller's customer requires it. */
export const maskedFor = async (ctx: Ctx, rows: Row[]): Promise<Row[]> =>
  rows.length > 0 && (await isMasked(ctx)) ? rows.map((row) => masked(listCards.fields, listCards.masked, row)) : rows;
