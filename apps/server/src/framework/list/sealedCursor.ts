import type { ListEndpoint, ListQuery } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { BrokenSeal, UnknownSecretsKey } from '../../runtime/secrets.ts';
import type { Ctx } from '../context.ts';

/** The last row of a page: its value in the order, and its id. */
export type Position = { readonly value: unknown; readonly id: string };

const VALID_MS = 24 * 3_600_000;
/** Keys that may differ from page to page. */
const FREE: ReadonlySet<string> = new Set(['pageNum', 'pageSize', 'cursor']);

/** A cursor is for one list in one order with the same filters, and for one caller. */
function placeOf(ctx: Ctx, endpoint: ListEndpoint, asked: ListQuery, sort: string): string {
  const filters = Object.entries(asked)
    .filter(([key, value]) => !FREE.has(key) && key !== 'sort' && value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  const { actor, scope } = ctx;
  const who =
    actor.kind === 'account'
      ? [actor.accountId, actor.customerId, actor.openKey?.id ?? '']
      : [actor.kind, scope.everything];
  return JSON.stringify(['cursor', endpoint.name, sort, filters, who]);
}

/** A position nobody can read or make: it may hold a value that its reader sees masked. */
export const sealCursor = (ctx: Ctx, endpoint: ListEndpoint, asked: ListQuery, sort: string, at: Position): string =>
  ctx.secrets.seal(JSON.stringify([at.value, at.id, ctx.clock.now().getTime()]), placeOf(ctx, endpoint, asked, sort));

export function openCursor(ctx: Ctx, endpoint: ListEndpoint, asked: ListQuery, sort: string, cursor: string): Position {
  try {
    const opened = ctx.secrets.open(cursor, placeOf(ctx, endpoint, asked, sort));
    const [value, id, at] = JSON.parse(opened) as [unknown, string, number];
    if (ctx.clock.now().getTime() - at <= VALID_MS) return { value, id };
  } catch (error) {
    if (!(error instanceof BrokenSeal || error instanceof UnknownSecretsKey)) throw error;
  }
  const words = text(
    '翻页位置已失效，请从第一页开始',
    'This page position is no longer valid; start from the first page',
  );
  throw new Refused(invalid, {}, [{ field: 'cursor', text: words }]);
}
