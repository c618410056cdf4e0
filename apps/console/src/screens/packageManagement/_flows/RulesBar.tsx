import { actionText, thresholdText } from '@cardinal/contract/api/control/flowRules.ts';
import { ControlAction } from '@cardinal/contract/enumerations/package.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { type BarTone, PartsBar } from '@cardinal/ui/layout/Bar.tsx';
import { Tracks } from '@cardinal/ui/layout/Grid.tsx';
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

/** Every rule as «80% 提醒». */
function RuleWords({ rules }: { rules: readonly BarRule[] }) {
  const t = useText();
  return (
    <Inline gap="m" size="s">
      {rules.map((rule) => (
        <Span key={`${rule.base}${rule.threshold}`} isOneLine>
          {t(thresholdText(rule))} <Span ink={INKS[rule.action]}>{t(actionText(rule))}</Span>
        </Span>
      ))}
    </Inline>
  );
}

/** The bar with the rules below it. */
export function RulesShown({ rules }: { rules: readonly BarRule[] }) {
  return (
    <Stack gap="xs">
      <RulesBar rules={rules} />
      <RuleWords rules={rules} />
    </Stack>
  );
}

/** The same on one line of a list; bars of one width stand below each other. */
export function RulesLine({ rules }: { rules: readonly BarRule[] }) {
  return (
    <Tracks columns="96px auto" align="center" gap="m">
      <span>
        <RulesBar rules={rules} />
      </span>
      <RuleWords rules={rules} />
    </Tracks>
  );
}
