import type { Endpoint } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { Say } from '@cardinal/ui/language.tsx';
import type * as z from 'zod';
import type { Values } from '../form/formFields.ts';
import { runOf, type Step } from './registerSpec.ts';

type Enabling = Endpoint & { readonly body: z.ZodType<unknown, { id: string; isEnabled: boolean }> };

/** Enables or disables an entry; `off` says what disabling it has meant. */
export const enablingStep = <Row extends { id: string; isEnabled: boolean }>(
  endpoint: Enabling,
  off: Text,
  whyNot?: (row: Row, t: Say) => string | false | null,
): Step<Row> => ({
  key: 'enable',
  label: ({ isEnabled }) => (isEnabled ? verbs.disable : verbs.enable),
  disabled: (row, t) => row.isEnabled && whyNot?.(row, t),
  runs: ({ id, isEnabled }) =>
    runOf(endpoint, { id, isEnabled: !isEnabled }, { done: isEnabled ? off : nouns.enabled }),
});

const MOST_OF_A_NAME = 30;

/** The form of a new entry, begun with what another has, under a name of its own. */
export const copyingStep = <Row extends { name: string }>(t: Say, begun: (row: Row) => Values): Step<Row> => ({
  key: 'copy',
  label: verbs.copy,
  copies: (row) => ({ ...begun(row), name: t(sentences.copyOf, { name: row.name }).slice(0, MOST_OF_A_NAME) }),
});
