import { actionText, thresholdText } from '@cardinal/contract/api/control/flowRules.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { type BarTone, PartsBar } from '@cardinal/ui/layout/Bar.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { type BarRule, stretchesOf } from './ruleDrafts.ts';

const { STOP, LIMIT, OFFLINE, NO_CONTROL } = ControlAction.values;
const TONES: Readonly<Record<ControlAction, BarTone>> = {
  [STOP]: 'danger',
  [OFFLINE]: 'danger',
  [LIMIT]: 'warning',
  [NO_CONTROL]: 'primary',
};
const INKS = { [STOP]: 'danger', [OFFLINE]: 'danger', [LIMIT]: 'warning', [NO_CONTROL]: 'primary' } as const;

/** What holds at which share of the allowance; words beside it say the same. */
export function RulesBar({ rules }: { rules: readonly BarRule[] }) {
  const stretches = stretchesOf(rules, 'allowance');
  if (stretches.length === 0) return null;
  return (
    <PartsBar
      isThick
      parts={stretches.map(({ from, to, action }) => ({
        key: String(from),
        amount: to - from,
        tone: action === null ? 'faint' : TONES[action],
      }))}
    />
  );
}

/** The bar, and every rule as «80% 提醒» below it. */
export function RulesShown({ rules }: { rules: readonly BarRule[] }) {
  const t = useText();
  return (
    <Stack gap="xs">
      <RulesBar rules={rules} />
      <Inline gap="m" size="s">
        {rules.map((rule) => (
          <Span key={`${rule.base}${rule.threshold}`} isOneLine>
            {t(thresholdText(rule))} <Span ink={INKS[rule.action]}>{t(actionText(rule))}</Span>
          </Span>
        ))}
      </Inline>
    </Stack>
  );
}
