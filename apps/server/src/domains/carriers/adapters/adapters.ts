import type { CarrierAdapter } from './adapter.ts';
import { cmp } from './cmp/adapter.ts';
import { es2plus } from './es2plus/adapter.ts';
import { jasper } from './jasper/adapter.ts';
import { NOT_CONNECTED } from './notConnected.ts';

export const ADAPTERS: readonly CarrierAdapter[] = [jasper, cmp, es2plus, ...NOT_CONNECTED];

export const findAdapter = (key: string): CarrierAdapter | undefined => ADAPTERS.find((adapter) => adapter.key === key);

export function adapterOf(key: string): CarrierAdapter {
  const found = findAdapter(key);
  if (!found) throw new Error(`No adapter is called ${key}`);
  return found;
}

/** Whether anything can be asked through it. */
export const isConnected = (adapter: CarrierAdapter): boolean => adapter.capabilities.operations.length > 0;
