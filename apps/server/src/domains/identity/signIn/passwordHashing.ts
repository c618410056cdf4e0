import { Refused } from '@cardinal/contract/framework/refusal.ts';
import { tooMany } from '@cardinal/contract/framework/standardRefusals.ts';
import { hash, verify } from '@node-rs/argon2';

/** argon2id, the package's default, at the lowest cost OWASP allows: about 30 ms here. */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const PARAMETERS = `$argon2id$v=19$m=${HASH_COST.memoryCost},t=${HASH_COST.timeCost},p=${HASH_COST.parallelism}$`;

/** A hash takes 19 MiB and a core: more than two at once would only be slower, and more than fifty waiting is an attack. */
const AT_ONCE = 2;
const MOST_WAITING = 50;

/** The hash of an unknown password; compared if there is no account, so that both cases take equally long. */
const NOBODY = `${PARAMETERS}+61f1XHhLgp6LAOKrUYg+A$rEJEubN7gFZFxhHDbzN868a1ibhEXiL4pRydZCNuN0Y`;

let running = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    if (waiting.length >= MOST_WAITING) throw new Refused(tooMany);
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password, HASH_COST));

/** Whether a password matches a stored hash; without a hash it takes as long and returns false. */
export const fitsPassword = (kept: string | undefined, password: string): Promise<boolean> =>
  inTurn(async () => (await verify(kept ?? NOBODY, password)) && kept !== undefined);

/** Hashed at a lower cost than today's: rehashed at the next sign-in. */
export const isOutdated = (kept: string): boolean => !kept.startsWith(PARAMETERS);
