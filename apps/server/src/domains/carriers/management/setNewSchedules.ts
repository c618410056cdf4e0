import {
  readingNotOffered,
  type setNewSchedules as setEndpoint,
} from '@cardinal/contract/api/carriers/carrierSchedules.ts';
import { unknownAdapter } from '@cardinal/contract/api/carriers/carriers.ts';
import type { BodyOf } from '@cardinal/contract/framework/endpoint.ts';
import type { Ctx } from '../../../framework/context.ts';
import { refusedAt } from '../../../framework/duplicates.ts';
import { findAdapter } from '../../carrierAdapters/face.ts';
import { keepNewSchedules } from '../../settings/face.ts';
import { readingsOf } from '../accounts/scheduleRules.ts';

/** For accounts added from now on; a reading the interface does not offer is refused at its field. */
export async function setNewSchedules(ctx: Ctx, { version, adapter: key, schedules }: BodyOf<typeof setEndpoint>) {
  const adapter = findAdapter(key);
  if (!adapter) throw refusedAt('adapter', unknownAdapter);
  const can: readonly string[] = readingsOf(adapter);
  const other = Object.entries(schedules ?? {}).find(([kind, seconds]) => seconds > 0 && !can.includes(kind));
  if (other) throw refusedAt(`schedules.${other[0]}`, readingNotOffered);
  return await keepNewSchedules(ctx, version, key, schedules);
}
