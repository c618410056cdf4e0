// What other rooms may ask of the cards.

export { previewSelection } from '../cardBatches/selection/previewSelection.ts';
export { startAction } from '../cardBatches/selection/startAction.ts';
export {
  type EsimCardTerms,
  moveEsimCards,
  type NewEsimCard,
  openEsimCards,
  removeUntouchedEsimCards,
  setCardEid,
  takenNumbers,
  turnIntoEsimCards,
} from '../cardImports/esim/esimCards.ts';
export { type ImportAccount, importAccounts } from '../cardImports/imports/importAccounts.ts';
export { cardDetail } from '../cardViews/detail/cardDetail.ts';
export { findCard } from '../cardViews/detail/findCard.ts';
export { maySeeUsage } from '../cardViews/readonly/readonlyViews.ts';
export { type NumberHit, numberSearch } from '../cardViews/search/otherFinders.ts';
export { idsByIccid } from '../carrierSync/rotation/statusReader.ts';
export {
  type Heard,
  type TurnCard,
  type TurnReader,
  turnReaders,
} from '../carrierSync/rotation/turnReaders.ts';
export { currentPlace, namedNetwork, usageByCountry } from '../carrierSync/sessions/places.ts';
export {
  type CardUsage,
  holdForUsage,
  noteUsage,
  noteUsageJumps,
  type UsageJump,
} from '../carrierSync/sync/noteUsage.ts';
export { announceCards, type ShownCard } from './announceCards.ts';
export { addressOf } from './cardAddress.ts';
export {
  cardCountersRefreshedAt,
  IMEI_CHANGED_DAYS,
  refreshCardCounters,
  SILENT_MONTH_DAYS,
  SILENT_WEEK_DAYS,
  USAGE_JUMPED_DAYS,
} from './cardCounters.ts';
export { cardDataset } from './cardDataset.ts';
export {
  type EventActor,
  type EventValue,
  type NewCardEvent,
  writeEvents,
} from './cardEvents.ts';
export { SOON_DAYS } from './cardFigures.ts';
export { AS_ITEMS, accountOfLane } from './cardItems.ts';
export { cardNarrowing } from './cardNarrowing.ts';
export { bothForms, readIdentifierList } from './identifierList.ts';
export { codeNumbersTagged, holdersOfTagged, tagsOn } from './tags/taggedCards.ts';
export { tagOptions } from './tags/tagRegister.ts';
export { type TagMove, type TagUse, tagUse } from './tags/tagUse.ts';
