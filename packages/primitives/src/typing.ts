import { EMAIL_LENGTH } from './email.ts';
import { ID_CARD_LENGTH } from './idCard.ts';
import { PHONE_LENGTH } from './phone.ts';

/**
 * Input filters of typed or pasted text. They are not the rules: they prevent typing errors, and the rule validates the result.
 * Every one of them is idempotent. Lists are cut by `cutIccidList` and `cutIdCardList`, remarks by `cutRemark`.
 */

const digitsOnly = (typed: string): string => typed.replace(/\D/g, '');

/** Letters and digits, at most 20. */
export const typedIccid = (typed: string): string => typed.replace(/[^A-Za-z0-9]/g, '').slice(0, 20);

/** At most 11 digits; a second digit of 1 or 2 is dropped. (0 stays; the rule refuses it.) */
export const typedPhone = (typed: string): string =>
  digitsOnly(typed)
    .replace(/^(\d)[12]+/, '$1')
    .slice(0, PHONE_LENGTH);

/** No spaces, at most 50 characters. */
export const typedEmail = (typed: string): string => typed.replace(/\s/g, '').slice(0, EMAIL_LENGTH.max);

/** At most 18: digits, and an X in the last place. */
export const typedIdCard = (typed: string): string => {
  const kept = typed.toUpperCase().replace(/[^\dX]/g, '');
  return (kept.slice(0, ID_CARD_LENGTH - 1).replaceAll('X', '') + kept.slice(ID_CARD_LENGTH - 1)).slice(
    0,
    ID_CARD_LENGTH,
  );
};

/** At most 17 digits. */
export const typedImei = (typed: string): string => digitsOnly(typed).slice(0, 17);

/** The 4 digits of the verification code. */
export const typedVerificationCode = (typed: string): string => digitsOnly(typed).slice(0, 4);

/** Digits. */
export const typedInteger = (typed: string): string => digitsOnly(typed);

/** Digits and one dot, not at the start, with a maximum of decimals. */
export const typedDecimal = (typed: string, decimals = 2): string => {
  const kept = typed.replace(/[^\d.]/g, '').replace(/^\.+/, '');
  const dot = kept.indexOf('.');
  return dot < 0 ? kept : kept.slice(0, dot + 1) + digitsOnly(kept.slice(dot)).slice(0, decimals);
};

/** Up to four numbers, each capped at 255, at most 15 characters. */
export const typedIpv4 = (typed: string): string =>
  typed
    .replace(/[^\d.]/g, '')
    .replace(/^\.+/, '')
    .replace(/\.{2,}/g, '.')
    .split('.')
    .slice(0, 4)
    .map((segment) => (segment === '' ? '' : String(Math.min(Number(segment.slice(0, 3)), 255))))
    .join('.');
