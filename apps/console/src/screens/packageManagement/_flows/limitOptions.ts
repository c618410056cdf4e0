import type { flowChoices } from '@cardinal/contract/api/control/flowStrategies.ts';
import type { readFlowPackage } from '@cardinal/contract/api/control/flowStrategyPackages.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';

/** Of an exception. */
export const UNTIL = text('截止日期', 'Until');

export type Governed = AnswerOf<typeof readFlowPackage>;
export type Offered = AnswerOf<typeof flowChoices>[number] | undefined;

/** The enabled strategies, and the one in use though it may be none of them any more. */
export const limitOptions = (offered: Offered, used?: { id: string | null; name: string | null }) => [
  ...(offered?.limitStrategies ?? []).map(({ id, name }) => ({ value: id, label: text(name, name) })),
  ...(used?.id && !offered?.limitStrategies.some(({ id }) => id === used.id)
    ? [{ value: used.id, label: text(used.name ?? used.id, used.name ?? used.id) }]
    : []),
];
