import type { NoticeAudience, NoticeKind } from '@cardinal/contract/api/notices/notices.ts';
import type { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import type { MessageState } from '@cardinal/contract/enumerations/message.ts';

/** A notice as written for descendants; the receipts hold what became of it. */
export type NoticeTable = {
  id: string;
  customer_id: string;
  account_id: string;
  account_name: string;
  kind: NoticeKind;
  state: MessageState;
  is_scheduled: boolean;
  title_zh: string;
  title_en: string | null;
  body_zh: string;
  body_en: string | null;
  audience: NoticeAudience;
  customer_kinds: CustomerKind[];
  customer_ids: string[];
  role_names: string[];
  tag_ids: string[];
  is_must_read: boolean;
  valid_from: Date | null;
  valid_to: Date | null;
  revision: number;
  version: number;
  from_name: string;
  sent_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** One account's copy. */
export type ReceiptTable = {
  id: string;
  account_id: string;
  customer_id: string;
  source: string;
  notice_id: string | null;
  kind: NoticeKind;
  title_zh: string;
  title_en: string | null;
  summary_zh: string | null;
  summary_en: string | null;
  from_name: string | null;
  link: string | null;
  is_must_read: boolean;
  revision: number;
  valid_to: Date | null;
  created_at: Date;
  read_at: Date | null;
  confirmed_at: Date | null;
  recalled_at: Date | null;
};

declare module '../../framework/tables.ts' {
  interface Tables {
    'notices.notice': NoticeTable;
    'notices.notice_version': {
      notice_id: string;
      revision: number;
      customer_id: string;
      title_zh: string;
      title_en: string | null;
      body_zh: string;
      body_en: string | null;
      at: Date;
    };
    'notices.receipt': ReceiptTable;
    'notices.mute': { account_id: string; kind: NoticeKind; muted_at: Date };
    'notices.picture': {
      id: string;
      customer_id: string;
      account_id: string;
      type: string;
      content: Buffer;
      created_at: Date;
    };
  }
}
