import type { TableFacts } from '../../framework/domain.ts';
import { type CardEventTable, type CardTable, cardTables, type TagTable } from './cardTables.ts';

/** What other rooms read of a card: all but the count of its changes, which only who has locked it is to know. */
type PublishedCard = Omit<CardTable, 'version'>;

type PublishedEvent = Pick<
  CardEventTable,
  | 'id'
  | 'card_id'
  | 'at'
  | 'iccid'
  | 'customer_id'
  | 'action'
  | 'from_value'
  | 'to_value'
  | 'result'
  | 'source'
  | 'actor_customer_id'
  | 'actor_name'
  | 'task_id'
  | 'reason'
  | 'reason_en'
  | 'state'
>;

/** The columns of code number cards that the eSIM room reads. */
type PublishedEsimCard = Pick<
  CardTable,
  | 'id'
  | 'iccid'
  | 'customer_id'
  | 'platform'
  | 'carrier_account_id'
  | 'carrier_status'
  | 'lifecycle'
  | 'eid'
  | 'product_code'
  | 'package_name'
  | 'package_ends_at'
  | 'flow_used'
  | 'flow_total'
  | 'usage_at'
  | 'last_session_at'
  | 'activated_at'
  | 'pending_since'
> & { remark: string | null; stop_reasons: number[]; online_state: number };

declare module '../../framework/tables.ts' {
  interface Tables {
    'cards.v_card': PublishedCard;
    'cards.v_card_event': PublishedEvent;
    'cards.v_card_identifier': { kind: number; value: string; card_id: string };
    'cards.v_card_tag': { card_id: string; tag_id: string; customer_id: string };
    'cards.v_tag': Pick<TagTable, 'id' | 'customer_id' | 'name'>;
    'cards.v_esim_card': PublishedEsimCard;
  }
}

export const cardViews = {
  'cards.v_card': cardTables['cards.card'],
  'cards.v_card_event': cardTables['cards.card_event'],
  'cards.v_card_identifier': cardTables['cards.card_identifier'],
  'cards.v_card_tag': cardTables['cards.card_tag'],
  'cards.v_tag': cardTables['cards.tag'],
  'cards.v_esim_card': cardTables['cards.card'],
} as const satisfies Record<string, TableFacts>;
