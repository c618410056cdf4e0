import { DAY_MS } from '@cardinal/primitives/time.ts';
import type { Capabilities } from '../carriers/face.ts';

const DAY_MINUTES = DAY_MS / 60_000;

/** By how many whole days the counters of a carrier lag: nothing is known of days that are nearer. */
export const lateDaysOf = (can: Capabilities): number => Math.floor((can.usualDelayMinutes?.usage ?? 0) / DAY_MINUTES);
