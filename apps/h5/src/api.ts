import type * as renewals from '@cardinal/contract/api/autoRenewals/endUserRenewals.ts';
import type * as topUps from '@cardinal/contract/api/cardRecharges/endUserTopUps.ts';
import type * as receiving from '@cardinal/contract/api/cashOuts/receiving.ts';
import type * as cards from '@cardinal/contract/api/publicAccounts/endUsers.ts';
import type * as orders from '@cardinal/contract/api/retailOrders/endUserOrders.ts';
import type { AnswerOf, BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import { language, t } from './language.ts';
import { words } from './words.ts';

/** The public account, the first part of the path behind `/h5/`. */
export const ACCOUNT = /^\/h5\/(\d{1,18})(?:\/|$)/.exec(location.pathname)?.[1] ?? '0';
export const HOME = `/h5/${ACCOUNT}/`;
/** Of a transfer that its receiver confirms: a page without an account. */
export const RECEIVE = /^\/h5\/confirm\/([\w-]{1,64})$/.exec(location.pathname)?.[1];
const API = `/api/h5/v1/${RECEIVE ? `receive/${RECEIVE}` : ACCOUNT}`;

/** A refusal in words for the reader; `signedOut`: he has to sign in first. */
export class Refusal extends Error {
  readonly kind: 'signedOut' | 'refused' | 'offline';
  constructor(kind: Refusal['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

async function send<T>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<T> {
  const answer = await fetch(`${API}/${path}`, {
    method,
    headers: {
      'accept-language': language(),
      ...(method === 'POST' ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch(() => undefined);
  const envelope = await answer?.json().catch(() => undefined);
  if (!answer || !envelope) throw new Refusal('offline', t(words.offline));
  if (envelope.code === '200') return envelope.data as T;
  const isOut = String(envelope.code).startsWith('5005');
  const [field] = (envelope.data as { errors?: { message: string }[] } | null)?.errors ?? [];
  throw new Refusal(isOut ? 'signedOut' : 'refused', field?.message ?? envelope.message);
}

export type Card = cards.EndUserCard;
export type Order = orders.EndUserOrder;
export type CardPackages = AnswerOf<typeof orders.readCardPackages>;
export type Listed = orders.Listed;
export type Followed = AnswerOf<typeof orders.followOrder>;

export const readGate = () => send<AnswerOf<typeof cards.readGate>>('GET', 'gate');
export const readCards = async () => (await send<AnswerOf<typeof cards.readCards>>('GET', 'cards')).cards;
export const bindCard = (body: BodyOf<typeof cards.bindCard>) =>
  send<AnswerOf<typeof cards.bindCard>>('POST', 'bind', body);
export const unbindCard = (cardId: string) => send('POST', 'unbind', { cardId });
export const signOut = () => send('POST', 'logout', {});
export const readPackages = (cardId: string) => send<CardPackages>('GET', `packages?cardId=${cardId}`);
export const buy = (body: BodyOf<typeof orders.buy>) => send<AnswerOf<typeof orders.buy>>('POST', 'buy', body);
export const readOrders = (before?: string) =>
  send<AnswerOf<typeof orders.readOrders>>('GET', `orders${before ? `?before=${before}` : ''}`);
export const followOrder = (orderId: string) => send<Followed>('POST', 'ask-again', { orderId });
export const requestRefund = (body: BodyOf<typeof orders.requestRefund>) => send('POST', 'request-refund', body);

export type Renewals = AnswerOf<typeof renewals.readRenewals>;
export type RenewalOffer = renewals.RenewalOffer;
export type Contract = renewals.EndUserContract;
export type FollowedContract = AnswerOf<typeof renewals.followContract>;

export const readRenewals = (cardId: string) => send<Renewals>('GET', `renewals?cardId=${cardId}`);
export const beginContract = (body: BodyOf<typeof renewals.beginContract>) =>
  send<AnswerOf<typeof renewals.beginContract>>('POST', 'sign-renewal', body);
export const followContract = (contractId: string) =>
  send<FollowedContract>('POST', 'ask-renewal-again', { contractId });
export const endContract = (contractId: string) => send('POST', 'end-renewal', { contractId });

export type Balance = AnswerOf<typeof topUps.readCardBalance>;
export type TopUp = AnswerOf<typeof topUps.readTopUp>;

export const readBalance = (cardId: string) => send<Balance>('GET', `balance?cardId=${cardId}`);
export const topUp = (body: BodyOf<typeof topUps.topUp>) => send<AnswerOf<typeof topUps.topUp>>('POST', 'top-up', body);
export const readTopUp = (orderId: string) => send<TopUp>('GET', `top-up-of?orderId=${orderId}`);

export type ToReceive = AnswerOf<typeof receiving.readTransferToReceive>;
export type Receiving = AnswerOf<typeof receiving.followTransferToReceive>;

export const readToReceive = () => send<ToReceive>('GET', 'transfer');
export const followToReceive = (cashOutNo: string) => send<Receiving>('POST', 'follow', { cashOutNo });

/** Leads to WeChat, and from there back to this page. */
export const signIn = (): void => {
  const next = location.pathname + location.search.replace(/[?&]signIn=failed/, '');
  location.assign(`${API}/sign-in?next=${encodeURIComponent(next)}`);
};
