import { es2plus } from './es2plus/adapter.ts';
import { CONFIGURED } from './generic/families.ts';
import { guangdong } from './mobile/guangdong/adapter.ts';
import { onelink, onelinkOther, onelinkShaanxi } from './mobile/onelink/adapter.ts';
import type { CarrierAdapter } from './protocol/adapter.ts';
import { telecom5g } from './telecom/telecom5g/adapter.ts';
import { telecomCmp } from './telecom/telecomCmp/adapter.ts';
import { cmp } from './unicom/cmp/adapter.ts';
import { jasper } from './unicom/jasper/adapter.ts';

export const ADAPTERS: readonly CarrierAdapter[] = [
  jasper,
  cmp,
  onelink,
  onelinkShaanxi,
  onelinkOther,
  guangdong,
  telecomCmp,
  telecom5g,
  es2plus,
  ...CONFIGURED,
];

export const findAdapter = (key: string): CarrierAdapter | undefined => ADAPTERS.find((adapter) => adapter.key === key);

export function adapterOf(key: string): CarrierAdapter {
  const found = findAdapter(key);
  if (!found) throw new Error(`No adapter is called ${key}`);
  return found;
}

/**
 * The adapter of an account; a configured one is built from the account's own document. Without a valid document nothing can be
 * requested.
 */
export function adapterOfAccount(account: { readonly adapter: string; readonly profile: unknown }): CarrierAdapter {
  const adapter = adapterOf(account.adapter);
  const { readProfile, shape } = adapter;
  if (!readProfile || !shape || account.profile === null) return adapter;
  const key = `${adapter.key} ${JSON.stringify(account.profile)}`;
  const known = shaped.get(key);
  if (known) return known;
  const { profile } = readProfile(account.profile);
  const made = profile ? shape(profile) : adapter;
  if (shaped.size >= MOST_SHAPED) shaped.clear();
  shaped.set(key, made);
  return made;
}

/** Documents are needed at every call; parsed ones are cached. */
const shaped = new Map<string, CarrierAdapter>();
const MOST_SHAPED = 200;

/** Whether any operation is available through it. */
export const isConnected = (adapter: CarrierAdapter): boolean => adapter.capabilities.operations.length > 0;
