import type { PushKind, PushVerdict } from '@cardinal/contract/api/carriers/carrierPushes.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { TableFacts } from '../../../framework/domain.ts';

declare module '../../../framework/tables.ts' {
  interface Tables {
    'carriers.push': {
      account_id: string;
      is_refused: boolean;
      slot: number;
      id: string;
      at: Date;
      kind: PushKind;
      verdict: PushVerdict;
      iccid: string | null;
      eid: string | null;
      told_at: Date | null;
      effect: Text | null;
    };
    'carriers.push_ring': { account_id: string; is_refused: boolean; noted: string };
    'carriers.push_day': {
      account_id: string;
      day: string;
      kind: PushKind;
      verdict: PushVerdict;
      pushes: string;
      last_at: Date;
    };
    'carriers.push_stranger': { adapter: string; day: string; calls: string; last_at: Date };
  }
}

// Reached through the account, which is scoped; of unauthenticated calls only their number is kept.
export const pushTables = {
  'carriers.push': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'carriers.push_ring': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'carriers.push_day': { placement: { kind: 'local' }, scope: { kind: 'global' } },
  'carriers.push_stranger': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
