import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import type {
  AllowanceReset,
  FlowDirection,
  FlowUnit,
  PeriodBoundary,
  ValidityUnit,
  VoiceDirection,
  VoiceStep,
} from '@cardinal/contract/enumerations/package.ts';
import type { TableFacts } from '../../../framework/domain.ts';

type SpecTable = {
  id: string;
  name: string;
  sort: number;
  is_enabled: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'packages.flow_spec': SpecTable & {
      value: string | null;
      unit: FlowUnit;
      bytes: string | null;
      direction: FlowDirection;
      platforms: Platform[];
    };
    'packages.voice_spec': SpecTable & {
      minutes: number | null;
      sms_count: number | null;
      step: VoiceStep;
      direction: VoiceDirection;
      numbers: string[];
    };
    'packages.period_spec': SpecTable & {
      unit: ValidityUnit;
      count: number;
      boundary: PeriodBoundary;
      reset: AllowanceReset;
    };
  }
}

const shared: TableFacts = { placement: { kind: 'local' }, scope: { kind: 'global' } };
export const specTables = {
  'packages.flow_spec': shared,
  'packages.voice_spec': shared,
  'packages.period_spec': shared,
} as const;
