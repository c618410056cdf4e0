import { Refused } from '@cardinal/contract/framework/refusal.ts';

type Violation = { code?: string; constraint?: string };

/**
 * Runs a write and returns a refusal if it violates a unique index: the database decides, so that of two concurrent writes one
 * wins. As with every refusal, the transaction is lost.
 */
export async function refuseDuplicate<T>(index: string, refused: Refused, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = (error ?? {}) as Violation;
    throw code === '23505' && constraint === index ? refused : error;
  }
}

/** A refusal also shown at one field of the form. */
export const refusedAt = (field: string, refusal: Refused['refusal'], facts: Refused['facts'] = {}): Refused =>
  new Refused(refusal, facts, [{ field, text: refusal.text, facts }]);
