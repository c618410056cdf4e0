import type { FlowFiringState } from '@cardinal/contract/enumerations/control.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { StatusLook } from '@cardinal/ui/StatusTag.tsx';

/** Of every result that a strategy may have on a card. */
export const FIRING_LOOKS: Readonly<Record<FlowFiringState, StatusLook>> = {
  shadow: { shape: 'half', tone: 'warning' },
  waiting: { shape: 'half', tone: 'busy' },
  confirmed: { shape: 'square', tone: 'neutral' },
  refused: { shape: 'cross', tone: 'bad' },
  told: { shape: 'disc', tone: 'neutral' },
  already: { shape: 'ring', tone: 'neutral' },
  overruled: { shape: 'ring', tone: 'neutral' },
  lifted: { shape: 'disc', tone: 'good' },
  unknown: { shape: 'ring', tone: 'warning' },
  late: { shape: 'ring', tone: 'warning' },
};

export const FIRINGS = {
  allResults: text('全部结果', 'All results'),
  none: text('还没有触发', 'Has not fired yet'),
  failed: text('触发记录加载失败', 'Failed to load the firings'),
};
