import type { enableFlowSpec } from '@cardinal/contract/api/packages/specs.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { runOf, type Step } from '../../kit/register/registerSpec.ts';

const words = {
  isOff: text('已停用，已有套餐保留该规格', 'Disabled; packages that have it keep it'),
};

/** Enables or disables a specification. */
export const enablingStep = <Row extends { id: string; isEnabled: boolean }>(
  endpoint: typeof enableFlowSpec,
): Step<Row> => ({
  key: 'enable',
  label: ({ isEnabled }) => (isEnabled ? verbs.disable : verbs.enable),
  runs: ({ id, isEnabled }) =>
    runOf(endpoint, { id, isEnabled: !isEnabled }, { done: isEnabled ? words.isOff : nouns.enabled }),
});
