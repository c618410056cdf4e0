import type { AccountSettings } from './cardEvents.ts';
import type { CardWorld } from './cardWorld.ts';

/** One status change that really took place at the carrier. */
export type Effect = {
  readonly at: string;
  readonly from: string;
  readonly to: string;
  readonly origin: string;
  readonly by: string;
};

/** What the carrier did with a device: effects, repeated requests without effect, refusals. */
export type Effects = {
  readonly iccid: string;
  readonly status: string | null;
  readonly effects: readonly Effect[];
  /** Times the platform set a status the device had already. */
  readonly repeats: number;
  readonly refusals: number;
};

/** The number of devices by number of effects caused by the platform: «exactly one each» is `{ '1': 5000 }`. */
export type EffectSummary = {
  readonly devices: number;
  readonly byCount: Readonly<Record<string, number>>;
  readonly repeats: number;
  readonly refusals: number;
};

export function effectsOf<Settings extends AccountSettings>(world: CardWorld<Settings>, iccid: string): Effects {
  const row = world.devices.rowOf(iccid);
  const changes = row === undefined ? [] : world.devices.changes(row);
  return {
    iccid,
    status: row === undefined ? null : world.devices.status(row),
    effects: changes
      .filter(({ field }) => field === 'status')
      .map(({ atMs, from, to, origin, by }) => ({ at: new Date(atMs).toISOString(), from, to, origin, by })),
    ...world.tally(iccid),
  };
}

/** Every device of which a status was changed, or at least asked. */
export function touchedIccids<Settings extends AccountSettings>(world: CardWorld<Settings>): string[] {
  const touched = new Set(world.talliedIccids());
  for (const row of world.devices.changedRows()) {
    if (world.devices.changes(row).some(({ field }) => field === 'status')) touched.add(world.devices.iccid(row));
  }
  return [...touched];
}

export function summarise(effects: readonly Effects[]): EffectSummary {
  const byCount: Record<string, number> = {};
  let repeats = 0;
  let refusals = 0;
  for (const device of effects) {
    const count = device.effects.filter(({ origin }) => origin === 'api').length;
    byCount[count] = (byCount[count] ?? 0) + 1;
    repeats += device.repeats;
    refusals += device.refusals;
  }
  return { devices: effects.length, byCount, repeats, refusals };
}
