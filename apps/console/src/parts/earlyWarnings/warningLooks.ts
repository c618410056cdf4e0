import type { WarningEventState, WarningLevel, WarningRuleState } from '@cardinal/contract/enumerations/warning.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

export const LEVEL_LOOKS: Readonly<Record<WarningLevel, StatusLook>> = {
  critical: { shape: 'cross', tone: 'bad' },
  warn: { shape: 'half', tone: 'warning' },
  info: { shape: 'ring', tone: 'neutral' },
};
export const RULE_LOOKS: Readonly<Record<WarningRuleState, StatusLook>> = {
  on: { shape: 'disc', tone: 'good' },
  off: { shape: 'square', tone: 'neutral' },
};
export const EVENT_LOOKS: Readonly<Record<WarningEventState, StatusLook>> = {
  open: { shape: 'disc', tone: 'bad' },
  acknowledged: { shape: 'half', tone: 'warning' },
  resolved: { shape: 'ring', tone: 'good' },
};
