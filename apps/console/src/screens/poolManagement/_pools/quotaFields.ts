import { bytesOf, volumeIn } from '@cardinal/primitives/dataVolume.ts';
import { parseDecimal } from '@cardinal/primitives/decimal.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { FormField } from '../../../kit/form/formFields.ts';
import { can } from '../../../shell/permissions.ts';

const words = {
  help: text(
    '不填则不限；用尽时停池内的卡，配额提高或下个账期恢复',
    'Empty: none. Used up, its cards are stopped until it is raised or the next cycle begins',
  ),
  allow: text('允许超过可分配量', 'Allow more than may be given'),
};

export const GIGABYTES = { zh: 'GB', en: 'GB' };

export const QUOTA: FormField = {
  name: 'quotaBytes',
  kind: 'decimal',
  help: words.help,
  unit: GIGABYTES,
  isRequired: false,
};
export const ALLOW: FormField = {
  name: 'allowOversell',
  kind: 'flag',
  label: words.allow,
  isHidden: ({ quotaBytes }) => !quotaBytes || !can('cardPool.oversell'),
};

/** Gigabytes as typed; nothing: no limit. What is no number is refused by its schema. */
export const bytesTyped = (typed: unknown): string | null => {
  const exact = typeof typed === 'string' && typed.trim() !== '' ? parseDecimal(typed.trim()) : undefined;
  return exact ? String(bytesOf(exact, 'GB')) : typed ? String(typed) : null;
};
export const typedBytes = (bytes: string | null) => (bytes === null ? '' : volumeIn(BigInt(bytes), 'GB'));
/** What a preview can be asked of: a volume above nothing. */
export const isVolume = (bytes: string | null): bytes is string => bytes !== null && /^[1-9]\d{0,17}$/.test(bytes);
