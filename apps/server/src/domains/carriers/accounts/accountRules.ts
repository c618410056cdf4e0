import { type Text, text } from '@cardinal/primitives/text.ts';
import { type CarrierAdapter, tidyPem } from '../../carrierAdapters/face.ts';
import type { StateCode } from './accountStore.ts';

const STATE_WORDS: Readonly<Record<StateCode, Text>> = {
  notConnected: text('接口未接入', 'Not connected'),
  noCredentials: text('未设置凭据', 'No credentials yet'),
};

/** Why an account is paused: our own words in both languages, a person's as written. */
export const stateWords = (row: { state_code: StateCode | null; state_reason: string | null }): Text | null =>
  row.state_code ? STATE_WORDS[row.state_code] : row.state_reason ? text(row.state_reason, row.state_reason) : null;

/**
 * Credential fields that are missing, unknown to the adapter, or no valid certificate where one is required; empty if all is
 * well.
 */
export function credentialFaults(adapter: CarrierAdapter, given: Readonly<Record<string, string>>): string[] {
  const known = new Map(adapter.credentials.map((field) => [field.name, field]));
  const missing = [...known.values()]
    .filter((field) => !field.isOptional && !given[field.name]?.trim())
    .map(({ name }) => name);
  const unknown = Object.keys(given).filter((name) => !known.has(name));
  const long = Object.entries(given).filter(([name, value]) => value.length > (known.get(name)?.maxLength ?? 0));
  const unread = [...known.values()]
    .filter(({ name, isPem }) => isPem && given[name] && tidyPem(given[name]) === undefined)
    .map(({ name }) => name);
  return [...new Set([...missing, ...unknown, ...long.map(([name]) => name), ...unread])];
}
