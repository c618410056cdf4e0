import type { Language } from '@cardinal/primitives/text.ts';
import { MANUAL_PAGES, type ManualPage } from './manualPages.ts';

/** The pages as they stand in `docs/manual`; a build holds those of one language together. */
const PAGES = import.meta.glob<string>('../../../../../docs/manual/*/*.md', { query: '?raw', import: 'default' });
const PICTURES = import.meta.glob<string>('../../../../../docs/manual/*/images/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Text in the markup of notices, or a picture between it. */
export type ManualPart =
  | { readonly kind: 'text'; readonly written: string }
  | { readonly kind: 'picture'; readonly words: string; readonly address: string };
export type ReadPage = { readonly page: ManualPage; readonly title: string; readonly parts: readonly ManualPart[] };

const PICTURE = /^!\[([^\]]*)\]\(([^()\s]+)\)$/m;

/** Takes a page of Markdown apart; it never becomes HTML. */
export function partsOf(written: string, addressOf: (picture: string) => string): Omit<ReadPage, 'page'> {
  const [first = '', ...lines] = written.split('\n');
  // Notices have one kind of heading.
  const body = lines.join('\n').replace(/^## /gm, '# ');
  const pieces = body.split(PICTURE);
  const parts: ManualPart[] = [];
  for (let at = 0; at < pieces.length; at += 3) {
    const [text = '', words, picture] = pieces.slice(at, at + 3);
    if (text.trim() !== '') parts.push({ kind: 'text', written: text.trim() });
    if (words !== undefined && picture !== undefined) {
      parts.push({ kind: 'picture', words, address: addressOf(picture) });
    }
  }
  return { title: first.replace(/^# /, ''), parts };
}

/** All pages in a language, in reading order. */
export function readManual(language: Language): Promise<ReadPage[]> {
  const folder = `../../../../../docs/manual/${language === 'en' ? 'en' : 'zh'}`;
  return Promise.all(
    MANUAL_PAGES.map(async (page) => {
      const written = (await PAGES[`${folder}/${page}.md`]?.()) ?? '';
      return { page, ...partsOf(written, (picture) => PICTURES[`${folder}/${picture}`] ?? '') };
    }),
  );
}
