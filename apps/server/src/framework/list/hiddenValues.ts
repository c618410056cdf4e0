import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { invalid } from '@cardinal/contract/framework/standardRefusals.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Ctx } from '../context.ts';

/** The fields whose values this caller sees masked only. It may neither sort by them nor find them by a part. */
export type Hidden = ReadonlySet<string>;
const NONE: Hidden = new Set();

/** Whether a list hides from this caller what its fields declare as masked; always, unless it says otherwise. */
export type Hides = (ctx: Ctx) => boolean | Promise<boolean>;

export const hiddenIn = async ({ masked }: ListEndpoint, hides: Hides | undefined, ctx: Ctx): Promise<Hidden> =>
  masked.length > 0 && (hides === undefined || (await hides(ctx))) ? new Set(masked) : NONE;

const END = 4;

/** How a masked value is found: by the whole of it or by its last four characters. */
export const isWholeOrEnd = (column: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> =>
  [...typed].length === END ? sql<SqlBool>`right(${column}, ${END}) = ${typed}` : sql<SqlBool>`${column} = ${typed}`;

/** A part too short to be either is refused with words that say what to enter. */
export function containsHidden(key: string, column: RawBuilder<unknown>, typed: string): RawBuilder<SqlBool> {
  if ([...typed].length < END) {
    const words = text('请输入完整内容或后 4 位', 'Enter the whole value or its last 4 characters');
    throw new Refused(invalid, {}, [{ field: key, text: words }]);
  }
  return isWholeOrEnd(column, typed);
}
