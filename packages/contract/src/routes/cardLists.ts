import { CardKind } from '../enumerations/card.ts';
import type { RoutePath } from './table.ts';

/** The list of each kind of card and its permission. */
export const CARD_LISTS = {
  [CardKind.values.flow]: { path: '/cardsManagement/flowCardManagement', permission: 'flowCard.view' },
  [CardKind.values.voice]: { path: '/cardsManagement/voiceCardManagement', permission: 'voiceCard.view' },
  [CardKind.values.nb]: { path: '/cardsManagement/NBCardManagement', permission: 'nbCard.view' },
  [CardKind.values.esim]: { path: '/cardsManagement/flowCardManagement', permission: 'flowCard.view' },
} as const satisfies Readonly<Record<CardKind, { path: RoutePath; permission: string }>>;

type Query = Readonly<Record<string, string>>;

/** A list shows its own kind; kinds without their own screen add a filter. */
export const cardListQuery = (kind: CardKind, query: Query): Query =>
  kind === CardKind.values.esim ? { kind: String(kind), ...query } : query;

/** The address of the list of a kind of card. */
export const cardListPath = (kind: CardKind, query: Query): string =>
  `${CARD_LISTS[kind].path}?${new URLSearchParams(cardListQuery(kind, query))}`;
