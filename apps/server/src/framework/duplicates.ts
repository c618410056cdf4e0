import { Refused } from '@cardinal/contract/framework/refusal.ts';

type Violation = { code?: string; constraint?: string };

/**
 * Runs a write and answers a refusal where it meets a unique index: the database decides, so that of two at once one
 * wins. The transaction is lost with it, as with every refusal.
 */
export async function refuseDuplicate<T>(index: string, refused: Refused, write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { code, constraint } = (error ?? {}) as Violation;
    throw code === '23505' && constraint === index ? refused : error;
  }
}

/** A refusal whose words stand at one field of the form too. */
export const refusedAt = (field: string, refusal: Refused['refusal'], facts: Refused['facts'] = {}): Refused =>
  new Refused(refusal, facts, [{ field, text: refusal.text, facts }]);
