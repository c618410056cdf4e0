import type { listOperations } from '@cardinal/contract/api/audit/audit.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { operationObject } from '@cardinal/contract/operationObjects.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { OpenLink } from '../../../kit/OpenLink.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';

type Row = RowOf<typeof listOperations>;

/** The screen of an object of this kind, by its id in the log. */
const PLACES: Readonly<Record<string, (id: string) => string>> = {
  account: (id) => `/permission/accountManagement?shown=${id}`,
  carrierAccount: (id) => `/system/platformConfig?shown=${id}`,
  customer: (id) => `/userManagement/user?shown=${id}`,
  // An item of a dictionary is `type/value`.
  dictionary: (id) => `/system/dataDictionary?shown=${encodeURIComponent(id.split('/')[0] ?? id)}`,
  importBatch: (id) => `/system/importCard?batch=${id}`,
  menuSet: (id) => `/system/menuSet?shown=${id}`,
  notice: (id) => `/system/notiflyManage?shown=${id}`,
  openInterface: (id) => `/system/apiManagement?shown=${encodeURIComponent(id)}`,
  product: (id) => `/product/production?shown=${id}`,
  role: (id) => `/system/roleSys?shown=${id}`,
  task: (id) => `/taskManagement/systemTask?shown=${id}`,
};

/** The kind of object by its name; an unnamed kind stays unchanged. */
export function ObjectKind({ kind }: { kind: string | null }) {
  const t = useText();
  if (kind === null) return <Nothing />;
  const word = operationObject(kind);
  return word ? t(word) : kind;
}

/** The id of what was changed, a link where a screen shows it. */
export function ObjectId({ row }: { row: Row }) {
  if (row.objectId === null) return <Nothing />;
  const place = row.objectKind === null ? undefined : PLACES[row.objectKind];
  return <OpenLink to={place?.(row.objectId)}>{row.objectId}</OpenLink>;
}

/** The number of the task that a line started or belongs to; none for a task outside the caller's scope. */
export function TaskNumber({ row }: { row: Row }) {
  if (row.taskNo === null) return <Nothing />;
  return <OpenLink to={`/taskManagement/systemTask?shown=${row.taskId}`}>{row.taskNo}</OpenLink>;
}

/** The shared filters of both logs: a card's line has the same type, actor and time. */
const SHARED = ['operationType', 'actorName', 'actorNameContains', 'atFrom', 'atTo', 'taskId', 'taskNo'] as const;

/** The address of the cards' own history under the filter of this log. */
export function cardHistoryPath(search: URLSearchParams): string {
  const kept = new URLSearchParams();
  for (const key of SHARED) for (const value of search.getAll(key)) kept.append(key, value);
  const query = kept.toString();
  return `/cardsManagement/cardOpHistory${query ? `?${query}` : ''}`;
}
