/** How long a card is not used before its balance may be cleared; `usual` unless somebody says otherwise. */
export const IDLE_MONTHS = { least: 1, usual: 6, most: 60 } as const;
