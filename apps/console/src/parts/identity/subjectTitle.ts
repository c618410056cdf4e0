import { permissionTitle, subjectOf } from '@cardinal/contract/permissions/catalogue.ts';
import { ROUTES } from '@cardinal/contract/routes/table.ts';
import { nouns } from '@cardinal/contract/words.ts';
import type { Text } from '@cardinal/primitives/text.ts';

const PAGES = new Map<string, Text>();
for (const { permission, title } of ROUTES) {
  const subject = permission && subjectOf(permission);
  if (subject && !PAGES.has(subject)) PAGES.set(subject, title);
}

const OTHERS = nouns.others;

/** The title of a permission subject: its page, or its first permission if it has no page. */
export const subjectTitle = (subject: string, first?: string): Text =>
  PAGES.get(subject) ?? (first === undefined ? OTHERS : permissionTitle(first));

const ORDER = new Map([...PAGES.keys()].map((subject, at) => [subject, at]));
const LEVER: Readonly<Record<string, number>> = { view: 0, export: 2 };
const place = (id: string) => ORDER.get(subjectOf(id)) ?? ORDER.size;
const lever = (id: string) => LEVER[id.split('.')[1] ?? ''] ?? 1;

/** Permissions in the order of the menu; within a page viewing is first and exporting last. */
export const byMenu = <P extends { readonly id: string }>(permissions: readonly P[]): P[] =>
  [...permissions].sort((a, b) => place(a.id) - place(b.id) || lever(a.id) - lever(b.id) || (a.id < b.id ? -1 : 1));
