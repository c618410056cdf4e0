import { StopReason } from '@cardinal/contract/enumerations/card.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { isText, type Text, text } from '@cardinal/primitives/text.ts';

/** One parameter of a task as text: its name and value; times are shown in the reader's zone. */
export type ParameterLine = { readonly label: Text; readonly value: Text | string; readonly isMoment?: boolean };
type Parameters = Readonly<Record<string, unknown>>;
type Say = (value: unknown, names: Names) => Text | string | undefined;
/** The names of one's own tags and of customers by their ids. */
export type Names = ReadonlyMap<string, string>;

const plain: Say = (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : undefined);
const oneOf =
  (words: Readonly<Record<string, Text>>): Say =>
  (value) =>
    words[String(value)] ?? plain(value, new Map());

const MODES = { add: text('追加', 'Add to existing tags'), replace: text('替换原有标签', 'Replace existing tags') };
const STEPS = {
  write: text('写入', 'Writing'),
  undo: text('撤销', 'Undoing'),
  verify: text('核对', 'Verifying'),
};

const saidReasons: Say = (value) =>
  Array.isArray(value)
    ? {
        zh: value.map((each) => StopReason.labelOf(each).zh).join('、'),
        en: value.map((each) => StopReason.labelOf(each).en).join(', '),
      }
    : undefined;

const saidCap: Say = (value) =>
  value === null ? text('不断网', 'No cap') : value === 0 ? text('立即断网', 'At once') : `${value} MB`;

const saidWhiteList: Say = (value) => {
  const { add = [], remove = [] } = value as { add?: readonly { number: string }[]; remove?: readonly string[] };
  return [...add.map(({ number }) => `+${number}`), ...remove.map((number) => `−${number}`)].join(' ');
};

const PARAMETERS: Readonly<Record<string, { readonly label: Text; readonly say: Say; readonly isMoment?: boolean }>> = {
  reason: { label: nouns.reasonGiven, say: (value, names) => (isText(value) ? value : plain(value, names)) },
  stopReason: { label: StopReason.title, say: (value) => StopReason.labelOf(value) },
  stopReasons: { label: StopReason.title, say: saidReasons },
  restartAt: { label: nouns.restartAt, say: plain, isMoment: true },
  remark: { label: nouns.remark, say: plain },
  tagIds: {
    label: nouns.tags,
    say: (value, names) =>
      Array.isArray(value) ? value.map((id) => names.get(String(id)) ?? String(id)).join(', ') : undefined,
  },
  tagMode: { label: text('标签方式', 'Tag mode'), say: oneOf(MODES) },
  productCode: { label: nouns.productCode, say: plain },
  targetCustomerId: {
    label: nouns.targetCustomer,
    say: (value, names) => names.get(String(value)) ?? String(value),
  },
  plan: { label: nouns.communicationPlan, say: plain },
  speedKbps: { label: nouns.speed, say: (value) => `${value} kbit/s` },
  usageCapMb: { label: nouns.usageCap, say: saidCap },
  apn: { label: text('APN', 'APN'), say: plain },
  whiteList: { label: nouns.whiteList, say: saidWhiteList },
  servicePeriodEnd: { label: text('服务到期时间', 'Service end'), say: plain, isMoment: true },
  imei: { label: nouns.imei, say: plain },
  purpose: { label: nouns.purpose, say: plain },
  format: { label: text('文件格式', 'File format'), say: plain },
  columns: {
    label: text('导出列', 'Columns'),
    say: (value) => (Array.isArray(value) ? text(`${value.length} 列`, `${value.length}`) : undefined),
  },
  step: { label: text('导入步骤', 'Import step'), say: oneOf(STEPS) },
};

/** The user's parameters in their usual order; internal ones are omitted. */
export function parameterLines(parameters: Parameters, names: Names): ParameterLine[] {
  return Object.entries(PARAMETERS).flatMap(([name, { label, say, isMoment }]) => {
    const given = parameters[name];
    // A cap of null removes the cap; elsewhere null is omitted.
    const isNothing = given === undefined || (given === null && name !== 'usageCapMb');
    const value = isNothing ? undefined : say(given, names);
    return value === undefined || value === '' ? [] : [{ label, value, ...(isMoment ? { isMoment } : {}) }];
  });
}

/** The screen of an import batch; undefined for other tasks. */
export function importBatchPath(action: string, parameters: Parameters): string | undefined {
  const { batchId } = parameters;
  return action === 'import_card' && typeof batchId === 'string' ? `/system/importCard?batch=${batchId}` : undefined;
}
