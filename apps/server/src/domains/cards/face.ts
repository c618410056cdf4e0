// What other rooms may ask of the cards.
export { announceCards, type ShownCard } from './announceCards.ts';
export { cardDataset } from './cardDataset.ts';
export {
  type EventActor,
  type EventValue,
  type NewCardEvent,
  writeEvents,
} from './cardEvents.ts';
export { AS_ITEMS, accountOfLane } from './cardItems.ts';
export { cardDetail } from './detail/cardDetail.ts';
export { findCard } from './detail/findCard.ts';
export { maySeeUsage } from './readonly/readonlyViews.ts';
export { previewSelection } from './selection/previewSelection.ts';
export { startAction } from './selection/startAction.ts';
export { holdersOfTagged } from './tags/taggedCards.ts';
export { tagOptions } from './tags/tagList.ts';
