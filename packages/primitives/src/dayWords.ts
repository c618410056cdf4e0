import { type Text, text } from './text.ts';

const inEnglish = (days: number): string => (days === 1 ? '1 day' : `${days} days`);

/** How long ago, in days: «今天», « 3 天前» with the space that sets a figure apart. Never «0 days». */
export const daysAgo = (days: number): Text =>
  days < 1 ? text('今天', 'today') : text(` ${days} 天前`, `${inEnglish(days)} ago`);

/** In how many days: «今天», « 3 天后». */
export const daysAhead = (days: number): Text =>
  days < 1 ? text('今天', 'today') : text(` ${days} 天后`, `in ${inEnglish(days)}`);

/** How many days something lasts: «不到 1 天», « 3 天». */
export const daysLong = (days: number): Text =>
  days < 1 ? text('不到 1 天', 'less than a day') : text(` ${days} 天`, inEnglish(days));
