/** The limits of the counts of cards in days; the dashboard's links use the same. */
export const SILENT_WEEK_DAYS = 7;
export const SILENT_MONTH_DAYS = 30;
export const IMEI_CHANGED_DAYS = 7;
export const USAGE_JUMPED_DAYS = 7;
export const ACTIVATION_DAYS = 30;
