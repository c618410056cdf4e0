const SECOND = 1_000;
/** Whoever is led to sign does it within a minute, or not soon. */
const SIGN_STEPS = [3, 3, 5, 5, 10, 20, 30, 60].map((seconds) => seconds * SECOND);
const AGAIN_STEPS = [5, 10, 30, 60, 300, 900].map((seconds) => seconds * SECOND);
/** So long WeChat keeps what was prepared to be signed. */
export const SIGNABLE_MS = 10 * 60 * SECOND;
/** After its end the provider is asked once more. */
const GRACE_MS = 60 * SECOND;
const DAY_MS = 86_400 * SECOND;

const stepOf = (steps: readonly number[], n: number): number => steps[Math.min(n, steps.length - 1)] as number;

/** When a contract that is to be signed is asked after next. */
export const nextSignLook = (now: Date, steps: number): Date => new Date(now.getTime() + stepOf(SIGN_STEPS, steps));

export const isSignOver = (signUntil: Date, now: Date): boolean => now.getTime() > signUntil.getTime() + GRACE_MS;

/** When what had no usable answer is tried again. */
export const nextTry = (now: Date, steps: number): Date => new Date(now.getTime() + stepOf(AGAIN_STEPS, steps));

/** A contract that runs is compared with the provider's every day. */
export const nextComparison = (now: Date): Date => new Date(now.getTime() + DAY_MS);
