import type { FiringResult, StrategyState } from '@cardinal/contract/enumerations/esim.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

export const STRATEGY_LOOKS: Readonly<Record<StrategyState, StatusLook>> = {
  draft: { shape: 'ring', tone: 'neutral' },
  shadow: { shape: 'half', tone: 'warning' },
  on: { shape: 'disc', tone: 'good' },
  off: { shape: 'square', tone: 'neutral' },
};

export const FIRING_LOOKS: Readonly<Record<FiringResult, StatusLook>> = {
  open: { shape: 'half', tone: 'busy' },
  done: { shape: 'disc', tone: 'good' },
  failed: { shape: 'cross', tone: 'bad' },
  none: { shape: 'ring', tone: 'neutral' },
  shadow: { shape: 'half', tone: 'warning' },
};

/** The actions that change a strategy's state. */
export const STRATEGY_STEPS = {
  shadow: text('试运行', 'Shadow mode'),
  on: text('启用', 'Turn on'),
  off: text('停用', 'Turn off'),
} as const;
