import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Capabilities } from '../carriers/face.ts';

const DAY_MINUTES = DAY_MS / 60_000;

/** By how many whole days a carrier's counters lag: nothing is known of more recent days. */
export const lateDaysOf = (can: Capabilities): number => Math.floor((can.usualDelayMinutes?.usage ?? 0) / DAY_MINUTES);
