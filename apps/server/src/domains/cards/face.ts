// What other rooms may ask of the cards.

export { announceCards, type ShownCard } from './announceCards.ts';
export { addressOf } from './cardAddress.ts';
export { cardDataset } from './cardDataset.ts';
export {
  type EventActor,
  type EventValue,
  type NewCardEvent,
  writeEvents,
} from './cardEvents.ts';
export { SOON_DAYS } from './cardFigures.ts';
export { AS_ITEMS, accountOfLane } from './cardItems.ts';
export {
  IMEI_CHANGED_DAYS,
  SILENT_MONTH_DAYS,
  SILENT_WEEK_DAYS,
  talliedAt,
  tallyCards,
  USAGE_JUMPED_DAYS,
} from './cardTally.ts';
export { cardDetail } from './detail/cardDetail.ts';
export { findCard } from './detail/findCard.ts';
export {
  type EsimCardTerms,
  moveEsimCards,
  type NewEsimCard,
  openEsimCards,
  removeUntouchedEsimCards,
  setCardEid,
  takenNumbers,
  turnIntoEsimCards,
} from './esim/esimCards.ts';
export { bothForms, readIdentifierList } from './identifierList.ts';
export { type ImportAccount, importAccounts } from './imports/importAccounts.ts';
export { maySeeUsage } from './readonly/readonlyViews.ts';
export { type NumberHit, registerNumberSearch } from './search/otherFinders.ts';
export { previewSelection } from './selection/previewSelection.ts';
export { startAction } from './selection/startAction.ts';
export { currentPlace, namedNetwork, usageByCountry } from './sessions/places.ts';
export { type CardUsage, holdForUsage, noteUsage, noteUsageJumps, type UsageJump } from './sync/noteUsage.ts';
export { idsByIccid } from './sync/rotation/statusReader.ts';
export {
  type Heard,
  registerTurnReader,
  type TurnCard,
  type TurnReader,
} from './sync/rotation/turnReaders.ts';
export { codeNumbersTagged, holdersOfTagged, tagsOn } from './tags/taggedCards.ts';
export { tagOptions } from './tags/tagList.ts';
export { registerTagUse, type TagMove, type TagUse } from './tags/tagUse.ts';
