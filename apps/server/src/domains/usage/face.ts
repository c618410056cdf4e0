// What other rooms may use of usage.
export { type CallDay, callDaysOf, callingCards, callsOn } from './callDays.ts';
export { bytesOfDay, type DayUsage, dailyUsage, lastDaysOf } from './dailyUsage.ts';
export { type CardDay, daysOfCards, usedBy } from './dayChanges.ts';
export { lateDaysOf } from './lateDays.ts';
export { type DailyReading, recordDailyUsage } from './recordUsage.ts';
export { callHearers, type DayChange, dayHearers, type HeardUsage, usageHearers } from './usageHearers.ts';
export { type AccountDay, type DayTotal, usageByAccount, usageTotals } from './usageTotals.ts';
