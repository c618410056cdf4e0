import type { DeliveryState, PushEvent, PushState } from '@cardinal/contract/enumerations/push.ts';
import type { Generated, Selectable } from 'kysely';
import type { TableFacts } from '../../framework/domain.ts';

export type SubscriptionTable = {
  id: string;
  customer_id: string;
  name: string;
  url: string;
  events: PushEvent[];
  platforms: number[];
  product_codes: string[];
  timeout_seconds: number;
  state: PushState;
  suspended_at: Date | null;
  /** The last place of its customer's feed that was taken. */
  place: string;
  /** Events told before are not its own. */
  since: Date;
  failures: Generated<number>;
  failing_since: Date | null;
  probe_at: Date | null;
  last_error_zh: string | null;
  last_error_en: string | null;
  last_error_at: Date | null;
  last_sent_at: Date | null;
  hold: Generated<string>;
  held_until: Date | null;
  removed_at: Date | null;
  version: Generated<number>;
  created_by: string;
  created_at: Date;
  updated_at: Date;
};
export type SubscriptionRow = Selectable<SubscriptionTable>;

export type SecretTable = {
  id: string;
  subscription_id: string;
  /** Encrypted. */
  sealed: string;
  last4: string;
  created_at: Date;
  ends_at: Date | null;
};

export type DeliveryTable = {
  id: string;
  customer_id: string;
  subscription_id: string;
  /** Of the event in the feed; null: a test. */
  place: string | null;
  event_id: string;
  type: PushEvent;
  iccid: string | null;
  order_no: string | null;
  happened_at: Date;
  body: string | null;
  /** Deliveries of one lane follow one another. */
  lane: string;
  state: DeliveryState;
  is_replay: Generated<boolean>;
  is_test: Generated<boolean>;
  attempts: Generated<number>;
  failures: Generated<number>;
  http_status: number | null;
  duration_ms: number | null;
  words_zh: string | null;
  words_en: string | null;
  next_at: Date | null;
  first_tried_at: Date | null;
  sent_at: Date | null;
  created_at: Date;
};
export type DeliveryRow = Selectable<DeliveryTable>;

export type AttemptTable = {
  id: string;
  customer_id: string;
  subscription_id: string;
  delivery_id: string;
  is_test: boolean;
  started_at: Date;
  /** Null: it was cut off. */
  ended_at: Date | null;
  is_ok: boolean | null;
  http_status: number | null;
  duration_ms: number | null;
  words_zh: string | null;
  words_en: string | null;
  answer: string | null;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'pushes.subscription': SubscriptionTable;
    'pushes.signing_secret': SecretTable;
    'pushes.delivery': DeliveryTable;
    'pushes.attempt': AttemptTable;
  }
}

/** Private to the customer: neither parent nor children see it. */
const own = { placement: { kind: 'local' }, scope: { kind: 'own', column: 'customer_id' } } as const;

export const pushTables = {
  'pushes.subscription': own,
  'pushes.delivery': own,
  'pushes.attempt': own,
  /** Reached through the subscription, which is scoped. */
  'pushes.signing_secret': { placement: { kind: 'local' }, scope: { kind: 'global' } },
} as const satisfies Record<string, TableFacts>;
