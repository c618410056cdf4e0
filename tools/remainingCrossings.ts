/** What card rooms still do beyond their walls. The lists only shrink: an entry that no longer holds fails as a new one does. */

/** Tables of other rooms that they read or write. */
export const REMAINING_TABLES: readonly string[] = [
  'cardBatches reads card_commands.asked_change',
  'cardBatches reads cards.card',
  'cardBatches reads cards.card_event',
  'cardBatches reads cards.card_identifier',
  'cardBatches reads cards.card_tag',
  'cardBatches reads cards.tag',
  'cardCommands reads cards.card',
  'cardCommands reads cards.card_event',
  'cardImports reads cards.card',
  'cardImports reads cards.card_identifier',
  'cardImports reads carrier_sync.carrier_difference',
  'cardImports reads carrier_sync.carrier_pass',
  'cardImports reads carrier_sync.sync_run',
  'cardLookups reads cards.card',
  'cardLookups reads cards.card_event',
  'cardLookups reads cards.card_tag',
  'cardLookups reads carrier_sync.carrier_reading',
  'cardLookups writes cards.card',
  'cardViews reads card_lookups.position_query',
  'cardViews reads cards.card',
  'cardViews reads cards.card_event',
  'cardViews reads carrier_sync.carrier_reading',
  'cardViews reads carrier_sync.poll_slot',
  'cards reads carrier_sync.carrier_reading',
  'carrierSync reads cards.card',
  'carrierSync reads cards.card_event',
];

/** Rooms that they use without naming them, or name without using them. */
export const REMAINING_NEEDS: readonly string[] = ['cards uses carrierSync and does not need it'];

/** Folders that climb in the order of their room, and rooms that are too large. */
export const REMAINING_FOLDERS: readonly string[] = [
  'cardBatches: selection → allocation',
  'cardBatches: selection → editing',
  'cardBatches: selection → repeating',
  'cardCommands: commands → readings',
  'cardImports: segments → imports',
  'carrierSync: pools → sync',
  'carrierSync: rotation → pools',
  'carrierSync: rotation → sessions',
  'carrierSync: rotation → sync',
  'carrierSync: sessions → sync',
];
