import type { AnswerOf, Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import type { ListEndpoint, RowOf } from '@cardinal/contract/framework/list.ts';
import { type CallInput, call } from '../../http/call.ts';
import type { AskedOf } from '../useRead.ts';

/** Reads an object at this moment: for `anew` of a form, after somebody else has changed it. */
export const readAgain = <E extends Endpoint>(
  endpoint: E,
  query: AskedOf<E> = {} as AskedOf<E>,
): Promise<AnswerOf<E>> => call(endpoint, { query } as CallInput<E>, { isSilent: true });

/** The most pages searched for a row. */
const MOST_PAGES = 25;

/** The row of an object that only its list shows. `query` narrows the list. */
export async function rowAgain<L extends ListEndpoint>(
  list: L,
  isIt: (row: RowOf<L>) => boolean,
  query: object = {},
): Promise<RowOf<L> | undefined> {
  let after: object = {};
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const asked = { ...query, pageSize: 200, ...after } as unknown as AskedOf<L>;
    const answer = await readAgain(list, asked);
    const found = (answer.list as RowOf<L>[]).find(isIt);
    if (found || answer.nextCursor === null) return found;
    after = { cursor: answer.nextCursor };
  }
  return undefined;
}
