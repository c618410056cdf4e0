import type { CustomerKind } from '../enumerations/customer.ts';
import { ROUTES } from '../routes/table.ts';
import { isKnownPermission, subjectOf } from './catalogue.ts';

/** The kinds of customers with a screen for a subject; a subject without screens is for all. */
const kindsBySubject = new Map<string, Set<CustomerKind>>();
for (const { permission, kinds } of ROUTES) {
  if (permission === undefined) continue;
  const known = kindsBySubject.get(subjectOf(permission)) ?? new Set();
  for (const kind of kinds ?? (['PLATFORM', 'AGENT', 'ENTERPRISE'] as const)) known.add(kind);
  kindsBySubject.set(subjectOf(permission), known);
}

/** Reserved for the platform on screens others have too: the log's chain spans all customers. */
const PLATFORM_ONLY: ReadonlySet<string> = new Set(['operationLog.verify', 'user.move']);

/** Whether customers of a kind may hold a permission, whoever grants it. A permission made for a menu button has no kind. */
export function suitsKind(id: string, kind: CustomerKind): boolean {
  if (PLATFORM_ONLY.has(id)) return kind === 'PLATFORM';
  return !isKnownPermission(id) || (kindsBySubject.get(subjectOf(id))?.has(kind) ?? true);
}
