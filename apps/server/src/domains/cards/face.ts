// What other rooms may ask of the cards.
export { announceCards, type ShownCard } from './announceCards.ts';
export {
  type EventActor,
  type EventValue,
  type NewCardEvent,
  writeEvents,
} from './cardEvents.ts';
export { AS_ITEMS, accountOfLane } from './cardItems.ts';
export { maySeeUsage } from './readonly/readonlyViews.ts';
export { holdersOfTagged } from './tags/taggedCards.ts';
