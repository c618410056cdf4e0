import { HOME } from './api.ts';

/** Where one is in the page; in the address, so that «back» works and WeChat leads back to it. */
export type Place =
  | { readonly at: 'home'; readonly cardId?: string; readonly number?: string }
  | { readonly at: 'add'; readonly number?: string }
  | { readonly at: 'balance'; readonly cardId: string }
  | { readonly at: 'orders' }
  | { readonly at: 'order'; readonly orderId: string }
  | { readonly at: 'contract'; readonly contractId: string };

export function placeNow(): Place {
  const query = new URLSearchParams(location.search);
  const order = query.get('order');
  if (order) return { at: 'order', orderId: order };
  const contract = query.get('contract');
  if (contract) return { at: 'contract', contractId: contract };
  const balance = query.get('balance');
  if (balance) return { at: 'balance', cardId: balance };
  if (query.has('orders')) return { at: 'orders' };
  const number = query.get('number')?.replace(/\s/g, '');
  if (query.has('add') || number) return { at: 'add', ...(number ? { number } : {}) };
  const cardId = query.get('card');
  return { at: 'home', ...(cardId ? { cardId } : {}) };
}

const addressOf = (place: Place): string => {
  if (place.at === 'order') return `${HOME}?order=${place.orderId}`;
  if (place.at === 'contract') return `${HOME}?contract=${place.contractId}`;
  if (place.at === 'balance') return `${HOME}?balance=${place.cardId}`;
  if (place.at === 'orders') return `${HOME}?orders`;
  if (place.at === 'add') return `${HOME}?add`;
  return place.cardId ? `${HOME}?card=${place.cardId}` : HOME;
};

export function go(place: Place, how: 'push' | 'replace' = 'push'): void {
  history[how === 'push' ? 'pushState' : 'replaceState'](null, '', addressOf(place));
  dispatchEvent(new PopStateEvent('popstate'));
  scrollTo(0, 0);
}
