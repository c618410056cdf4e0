import { callNumberRule } from '@cardinal/primitives/phone.ts';
import { problem, ruled } from '@cardinal/primitives/problem.ts';
import { remarkSchema } from '@cardinal/primitives/remark.ts';
import * as z from 'zod';

const callNumberSchema = z.string().trim().check(ruled(callNumberRule));

/** A number of a voice card's allow list with its note; the carrier knows only the number. */
export const whiteNumberSchema = z.strictObject({
  number: callNumberSchema,
  remark: remarkSchema({ optional: true }).nullable(),
});
export type WhiteNumber = z.output<typeof whiteNumberSchema>;

/** The maximum of numbers to add to or remove from a list at a time. */
export const WHITE_NUMBERS_AT_ONCE = 50;

const nothing = problem('请填写要增加或删除的号码', 'Enter numbers to add or remove');
const twice = problem('号码重复', 'Duplicate number');

export const whiteListChangeSchema = z
  .strictObject({
    add: z.array(whiteNumberSchema).max(WHITE_NUMBERS_AT_ONCE),
    remove: z.array(callNumberSchema).max(WHITE_NUMBERS_AT_ONCE),
  })
  .check(
    ruled(({ add, remove }: { add: readonly { number: string }[]; remove: readonly string[] }) => {
      const numbers = [...add.map(({ number }) => number), ...remove];
      if (numbers.length === 0) return nothing;
      return new Set(numbers).size < numbers.length ? twice : undefined;
    }),
  );
export type WhiteListChange = z.output<typeof whiteListChangeSchema>;
