import type { openEvents } from '@cardinal/contract/api/openApi/eventInterfaces.ts';
import type { AnswerOf, QueryOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../framework/context.ts';
import { narrowedTo } from '../cards/face.ts';
import { readFeed } from '../customerEvents/face.ts';

type Answer = AnswerOf<typeof openEvents>;

/** Events of cards only as far as the key may see these cards; results of orders as the order itself, to any key. */
export async function listEvents(
  ctx: Ctx,
  { after = '0', type, limit = 100 }: QueryOf<typeof openEvents>,
): Promise<Answer> {
  const found = await readFeed(ctx, {
    after,
    limit: limit + 1,
    types: type && [type],
    ...narrowedTo(ctx.scope),
  });
  const list = found.slice(0, limit).map(
    ({ place, type: told, iccid, happenedAt, facts }) =>
      ({
        id: place,
        type: told,
        at: happenedAt.toISOString(),
        ...(iccid === null ? {} : { iccid }),
        data: facts,
      }) as Answer['list'][number],
  );
  return { list, next: list.at(-1)?.id ?? after, hasMore: found.length > limit };
}
