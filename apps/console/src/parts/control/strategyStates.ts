import type { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

export const STATE_LOOKS: Readonly<Record<OperationState, StatusLook>> = {
  draft: { shape: 'ring', tone: 'neutral' },
  shadow: { shape: 'half', tone: 'warning' },
  on: { shape: 'disc', tone: 'good' },
  off: { shape: 'square', tone: 'neutral' },
};

export type Target = 'shadow' | 'on' | 'off';
export const STATE_STEPS = {
  shadow: text('转为试运行', 'Run in shadow'),
  on: verbs.enable,
  off: verbs.switchOff,
} as const;
/** Where a strategy can go from each state. */
export const STATE_WAYS: Readonly<Record<OperationState, readonly Target[]>> = {
  draft: ['shadow', 'on'],
  shadow: ['on', 'off'],
  on: ['shadow', 'off'],
  off: ['shadow', 'on'],
};
