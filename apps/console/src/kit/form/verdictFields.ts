import { nouns } from '@cardinal/contract/words.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { FormFields } from './formFields.ts';

type Words = {
  readonly verdict?: Text;
  readonly pass: Text;
  readonly reject: Text;
  /** Why it is rejected. */
  readonly reason: Text;
};

/** What a second person fills in: whether it passes, `ifPassed` where it does, and the reason where it does not. */
export const verdictFields = (words: Words, ifPassed: FormFields = []): FormFields => [
  {
    name: 'verdict',
    kind: 'select',
    label: words.verdict ?? nouns.verdict,
    isRequired: true,
    options: [
      { value: 'pass', label: words.pass },
      { value: 'reject', label: words.reject },
    ],
  },
  ...ifPassed.map((field) => ({ ...field, isHidden: ({ verdict }: { verdict?: unknown }) => verdict !== 'pass' })),
  {
    name: 'reason',
    kind: 'remark',
    label: words.reason,
    isRequired: true,
    isHidden: ({ verdict }) => verdict !== 'reject',
  },
];
