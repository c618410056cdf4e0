import dayjs from 'dayjs';
import { recentStart } from '../../../kit/listState.ts';

/** Whose postings of which time; a time that is not chosen is the last 30 days. */
export type Period = {
  readonly from: string;
  readonly to: string;
  readonly customerId?: string;
  readonly under?: string;
};

export function periodOf(search: URLSearchParams): Period {
  const from = search.get('atFrom') ?? recentStart();
  const to = search.get('atTo') ?? dayjs().endOf('day').format();
  const [customerId, under] = [search.get('customerId'), search.get('under')];
  return { from, to, ...(customerId ? { customerId } : under ? { under } : {}) };
}
