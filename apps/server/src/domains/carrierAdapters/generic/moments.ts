import type { DateForm } from '@cardinal/contract/carrierProfiles/profile.ts';

const MINUTE_MS = 60_000;

/** Minutes an offset such as `+08:00` is ahead of UTC. */
function minutesOf(zone: string): number {
  const [hours = '0', minutes = '0'] = zone.slice(1).split(':');
  return (zone.startsWith('-') ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/** `2026-11-21 10:30:00`, local time of that zone. */
export const wallTime = (at: Date, zone: string): string =>
  new Date(at.getTime() + minutesOf(zone) * MINUTE_MS).toISOString().slice(0, 19).replace('T', ' ');

const FORMS: Readonly<Record<Exclude<DateForm, 'iso' | 'seconds' | 'milliseconds'>, RegExp>> = {
  'yyyy-MM-dd HH:mm:ss': /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)/,
  yyyyMMddHHmmss: /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/,
  'yyyy-MM-dd': /^(\d{4})-(\d\d)-(\d\d)/,
  yyyyMMdd: /^(\d{4})(\d\d)(\d\d)/,
};

/** Parses a time in the carrier's format; null if there is none. Dates without an offset are in its zone. */
export function readMoment(written: string, form: DateForm, zone: string): Date | null {
  const text = written.trim();
  if (form === 'seconds' || form === 'milliseconds') {
    const number = /^\d{1,15}$/.test(text) ? Number(text) * (form === 'seconds' ? 1_000 : 1) : Number.NaN;
    return validOrNull(new Date(number));
  }
  if (form === 'iso') {
    const hasOffset = /(Z|[+-]\d\d:?\d\d)$/.test(text);
    return /^\d{4}-\d\d-\d\d/.test(text) ? validOrNull(new Date(hasOffset ? text : `${text}${zone}`)) : null;
  }
  const found = FORMS[form].exec(text);
  if (!found) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00'] = found;
  return validOrNull(new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}`));
}

/** Formats a time as the carrier expects it. */
export function writeMoment(at: Date, form: DateForm, zone: string): string {
  const wall = wallTime(at, zone);
  switch (form) {
    case 'iso':
      return `${wall.replace(' ', 'T')}${zone}`;
    case 'seconds':
      return String(Math.floor(at.getTime() / 1_000));
    case 'milliseconds':
      return String(at.getTime());
    case 'yyyy-MM-dd HH:mm:ss':
      return wall;
    case 'yyyyMMddHHmmss':
      return wall.replaceAll(/\D/g, '');
    case 'yyyy-MM-dd':
      return wall.slice(0, 10);
    case 'yyyyMMdd':
      return wall.slice(0, 10).replaceAll('-', '');
  }
}

const validOrNull = (moment: Date): Date | null => (Number.isNaN(moment.getTime()) ? null : moment);
