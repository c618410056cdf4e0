import { profileInvalid, profileNotTaken } from '@cardinal/contract/api/carriers/carriers.ts';
import type { CarrierProfile } from '@cardinal/contract/carrierProfiles/profile.ts';
import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { text } from '@cardinal/primitives/text.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import type { CarrierAdapter, Watch } from '../../carrierAdapters/face.ts';

/** The most a form can show; the first one is part of the message. */
const MOST_PROBLEMS = 50;

/** The document of a configured adapter; refused with the exact paths of its errors. */
export function profileOf(adapter: CarrierAdapter, document: unknown): CarrierProfile {
  if (!adapter.readProfile) throw refusedAt('profile', profileNotTaken);
  const { profile, problems } = adapter.readProfile(document);
  if (profile) return profile;
  const fields = problems.slice(0, MOST_PROBLEMS).map((each) => ({
    ...each,
    field: each.field === '' ? 'profile' : `profile.${each.field}`,
  }));
  const [worst] = problems;
  const at = worst?.field || '/';
  const first = worst ? text(`${at} ${worst.text.zh}`, `${at} ${worst.text.en}`) : '';
  throw new Refused(profileInvalid, { ...worst?.facts, first }, fields);
}

/** The adapter a document describes; without one, the adapter unchanged. */
export function adapterWith(adapter: CarrierAdapter, document: unknown, watch?: Watch): CarrierAdapter {
  if (document === null || document === undefined) return adapter;
  const profile = profileOf(adapter, document);
  return adapter.shape?.(profile, watch) ?? adapter;
}
