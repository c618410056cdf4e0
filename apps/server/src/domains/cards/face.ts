// What other rooms may use of cards.

export { announceCards } from './announceCards.ts';
export { addressOf, businessNumberOf } from './cardAddress.ts';
export {
  actorOfTask,
  type EventActor,
  type EventValue,
  type EventWords,
  type NewCardEvent,
  operationOf,
  writeEvents,
} from './cardEvents.ts';
export { AS_ITEMS, accountOfLane, askedAtOnce, changeableItems, itemsWith } from './cardItems.ts';
export { FLOW_KINDS, kindsSeen, VOICE_KINDS, visibleKinds } from './cardKinds.ts';
export { cardNarrowing, narrowedTo } from './cardNarrowing.ts';
export { type CardState, readState } from './cardState.ts';
export {
  type CardChange,
  type CardRow,
  changeCard,
  type LockedCard,
  lockCard,
  lockCards,
  lockCardsWhere,
  NOTHING_PENDING,
} from './cardStore.ts';
export { actionText, carrierValue, standingValue, wordsIn } from './cardWords.ts';
export { claimRefresh, moveToAccount, noteOnline, noteProvince, noteUnchanged } from './carrierColumns.ts';
export { channelText } from './channelText.ts';
export { claimAll, claimNumbers, type NumberClaim, releaseClaims } from './claims.ts';
export {
  ACTIVATION_DAYS,
  IMEI_CHANGED_DAYS,
  SILENT_MONTH_DAYS,
  SILENT_WEEK_DAYS,
  USAGE_JUMPED_DAYS,
} from './countedDays.ts';
export { cardCountersRefreshedAt, refreshCardCounters } from './counting/countChanges.ts';
export { midnightBefore } from './counting/recount.ts';
export {
  moveEsimCards,
  openEsimCards,
  removeUntouchedEsimCards,
  setCardEid,
  takenNumbers,
  turnIntoEsimCards,
} from './esimCards.ts';
export { eventHearers } from './eventHearers.ts';
export { endsWithFragment, holdsFragment, isFragment } from './finding/cardFragment.ts';
export { findCard } from './finding/findCard.ts';
export { bothForms, NUMBERS, type NumberColumn, readIdentifierList } from './finding/identifierList.ts';
export { ITEM_WORDS, type ItemKind, kindOf, readSearch, type SearchItem } from './finding/searchInput.ts';
export {
  cardsNamed,
  cardsNamedBy,
  cardsOfSegment,
  hasPasted,
  type NamedCard,
  numbersFoundBy,
} from './finding/wholeNumbers.ts';
export { changeWords, eventDataset, known, linesAt, linesUnder, valueWords } from './history/eventList.ts';
export {
  type HistoryLine,
  linesOf,
  linesOfCards,
  presentStanding,
  type TagLook,
  tagsNamed,
} from './history/momentStore.ts';
export { recordedSince, STANDING_FIELDS, type Standing, type StateLine, standingAt } from './history/stateRules.ts';
export { imeisOf, noteImei } from './imeiSeen.ts';
export { importCards } from './importCards.ts';
export { cardDataset } from './list/cardDataset.ts';
export { SOON_DAYS } from './list/cardFigures.ts';
export { lastNetworks, presentCards, withTagsAndRemark } from './list/cardPresenting.ts';
export { type CardListFilter, cardListFilters } from './list/listFilters.ts';
export { hidesNumbers, maskedFor } from './list/maskedNumbers.ts';
export { businessNumbers, narrowing } from './list/rowsOfCards.ts';
export { type CardUsage, lockForUsage, moveUsage, noteUsage, noteUsageJumps, type UsageJump } from './noteUsage.ts';
export { type OwnerChange, ownerHearers } from './ownerHearers.ts';
export { remarkOf, remarksOf, writeRemarks } from './remarks.ts';
export { removeImportedCards } from './removeCards.ts';
export { rowSeen, sightOf, sightsOfCards } from './shownFields.ts';
export { codeNumbersTagged, holdersOfTagged, tagsOn } from './tags/taggedCards.ts';
export { tagOptions } from './tags/tagRegister.ts';
export { changeTags, lockTags, tagsByCard } from './tags/tagsOfCards.ts';
export { type TagMove, type TagUse, tagUse } from './tags/tagUse.ts';
export { type OwnColumns, writeOwnColumns } from './writeColumns.ts';
