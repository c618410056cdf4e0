import type { AccountSettings } from './cardEvents.ts';
import type { CardWorld } from './cardWorld.ts';
import { connects } from './statusModel.ts';

/** A time span in which a card could use the network: `fromMs` inclusive, `toMs` exclusive; an open end is +Infinity. */
export type Stretch = { readonly fromMs: number; readonly toMs: number };

/** When the card could use the network, oldest first. Before the first recorded change the card's own dates apply. */
export function activeStretches<Settings extends AccountSettings>(world: CardWorld<Settings>, row: number): Stretch[] {
  const { devices, statuses } = world;
  const stretches: Stretch[] = [];
  const activated = devices.firstActivatedMs(row);
  const since = devices.sinceMs(row);
  let openMs: number | undefined;
  if (connects(statuses, devices.firstStatus(row))) openMs = Number.isNaN(activated) ? since : activated;
  else if (activated < since) stretches.push({ fromMs: activated, toMs: since });
  for (const change of devices.changes(row)) {
    if (change.field !== 'status') continue;
    const isConnected = connects(statuses, change.to);
    if (isConnected && openMs === undefined) openMs = change.atMs;
    if (!isConnected && openMs !== undefined) {
      if (change.atMs > openMs) stretches.push({ fromMs: openMs, toMs: change.atMs });
      openMs = undefined;
    }
  }
  if (openMs !== undefined) stretches.push({ fromMs: openMs, toMs: Number.POSITIVE_INFINITY });
  return stretches;
}

/** The parts of the spans within [fromMs, toMs). */
export function clipped(stretches: readonly Stretch[], fromMs: number, toMs: number): Stretch[] {
  return stretches
    .map((stretch) => ({ fromMs: Math.max(stretch.fromMs, fromMs), toMs: Math.min(stretch.toMs, toMs) }))
    .filter((stretch) => stretch.toMs > stretch.fromMs);
}
