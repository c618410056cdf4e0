import type { CustomerKind } from '@cardinal/contract/enumerations/customer.ts';
import type { Language } from '@cardinal/primitives/text.ts';
import type { TableFacts } from '../../../framework/domain.ts';

export type GuideTable = {
  id: string;
  route: string;
  language: Language;
  title: string;
  kinds: CustomerKind[];
  video_url: string | null;
  seconds: number | null;
  steps_zh: string;
  steps_en: string | null;
  sort: number;
  is_on_shelf: boolean;
  version: number;
  created_at: Date;
  updated_at: Date;
};

declare module '../../../framework/tables.ts' {
  interface Tables {
    'settings.video_guide': GuideTable;
    'settings.guide_film': {
      guide_id: string;
      film: string;
      bytes: number;
      sha256: string;
      uploaded_by: string;
      uploaded_at: Date;
    };
    'settings.guide_cover': {
      guide_id: string;
      cover: string;
      type: string;
      content: Buffer;
      uploaded_by: string;
      uploaded_at: Date;
    };
    'settings.guide_film_piece': { film: string; at: number; content: Buffer };
    'settings.guide_view': {
      guide_id: string;
      account_id: string;
      plays: number;
      is_helpful: boolean | null;
      last_at: Date;
    };
  }
}

const local = { kind: 'local' } as const;
type Owned =
  | 'settings.guide_cover'
  | 'settings.video_guide'
  | 'settings.guide_film'
  | 'settings.guide_film_piece'
  | 'settings.guide_view';
export const guideTables: { readonly [T in Owned]: TableFacts } = {
  'settings.guide_cover': { placement: local, scope: { kind: 'global' } },
  'settings.guide_film': { placement: local, scope: { kind: 'global' } },
  'settings.guide_film_piece': { placement: local, scope: { kind: 'global' } },
  'settings.video_guide': { placement: local, scope: { kind: 'global' } },
  'settings.guide_view': { placement: local, scope: { kind: 'account', column: 'account_id' } },
};
