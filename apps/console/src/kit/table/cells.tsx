import { Platform } from '@cardinal/contract/enumerations/card.ts';
import type { Field } from '@cardinal/contract/framework/fields.ts';
import { nouns } from '@cardinal/contract/words.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { type Say, useText } from '@cardinal/ui/language.tsx';
import { Duration, Money, Volume } from '@cardinal/ui/Quantity.tsx';
import { type StatusLook, StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import type { ReactNode } from 'react';
import { textWidth } from '../textWidth.ts';
import { CarrierName } from './CarrierName.tsx';

const YES = nouns.yes;
const NO = nouns.no;
const OTHER = nouns.unknown;

/** Colours of a customer's own tags. */
const LABEL_COLOURS: Readonly<Record<string, string>> = {
  blue: 'var(--primary)',
  green: 'var(--success)',
  amber: 'var(--warning)',
  red: 'var(--danger)',
  violet: '#8e5bd0',
  teal: '#0e8a9e',
  grey: 'var(--edge)',
};

export const Nothing = () => <span className="nothing">—</span>;

/** A code that is not a card number, unformatted. A click copies it. */
export function WholeCode({ value }: { value: string | null }) {
  return value ? <Identifier value={value} groupOf={value.length} /> : <Nothing />;
}

/** A tag: a coloured square beside its name. */
export function LabelChip(props: { name: string; color: string }) {
  return (
    <span className="label-chip">
      <i style={{ background: LABEL_COLOURS[props.color] ?? 'var(--edge)' }} />
      <span title={props.name}>{props.name}</span>
    </span>
  );
}

/** The marks of an enumeration's values: `{ activated: { shape: 'disc', tone: 'good' } }`. */
export type Looks = Readonly<Record<string, StatusLook>>;

/** A value of an enumeration by its text, with its mark if it has one. */
export function ChoiceCell(props: { field: Field; value: unknown; looks?: Looks | undefined }) {
  const t = useText();
  if (props.field.choices === Platform.options) return <CarrierName platform={props.value as Platform} />;
  const choice = props.field.choices?.find((each) => each.value === props.value);
  const word = t(choice?.label ?? OTHER);
  const look = props.looks?.[String(props.value)];
  return look ? <StatusTag {...look} word={word} /> : word;
}

function FlagCell(props: { value: boolean }) {
  const t = useText();
  return t(props.value ? YES : NO);
}

function Words(props: { value: string }) {
  return <span title={props.value}>{props.value}</span>;
}

function Said(props: { words: Text }) {
  return useText()(props.words);
}

type Label = { id: string; name: string; color: string };

/** The default cell of a field's kind; a screen may render its own. */
export function defaultCell(field: Field, value: unknown, looks?: Looks): ReactNode {
  if (value === null || value === undefined || value === '')
    return field.absent ? <Said words={field.absent} /> : <Nothing />;
  switch (field.kind) {
    case 'identifier':
      return <Identifier value={String(value)} />;
    case 'enumeration':
      return <ChoiceCell field={field} value={value} looks={looks} />;
    case 'enumerations': {
      const values = value as readonly unknown[];
      if (values.length === 0) return <Nothing />;
      return values.map((one) => (
        <span key={String(one)} className="label-chip">
          <ChoiceCell field={field} value={one} looks={looks} />
        </span>
      ));
    }
    case 'time':
      return <TimeText at={String(value)} />;
    case 'bytes':
      return <Volume bytes={String(value)} />;
    case 'seconds':
      return <Duration seconds={String(value)} />;
    case 'money':
      return <Money minor={String(value)} />;
    case 'number':
      return countAmount(Number(value));
    case 'flag':
      return <FlagCell value={value === true} />;
    case 'labels': {
      const labels = value as readonly Label[];
      return labels.length === 0 ? <Nothing /> : labels.map((label) => <LabelChip key={label.id} {...label} />);
    }
    case 'object':
      return <Nothing />;
    default:
      return <Words value={String(value)} />;
  }
}

const NUMERIC = new Set(['number', 'bytes', 'seconds', 'money']);
export const isNumericField = (field: Field): boolean => NUMERIC.has(field.kind);

const WIDTHS: Partial<Record<Field['kind'], number>> = {
  identifier: 200,
  time: 168,
  day: 112,
  number: 100,
  bytes: 110,
  seconds: 100,
  money: 120,
  flag: 80,
  enumeration: 120,
  labels: 180,
};
export const widthOf = (field: Field): number => WIDTHS[field.kind] ?? 140;

/** Only what people write may be cut: one long text must not push other columns out of view. */
const MOST: Partial<Record<Field['kind'], number>> = { text: 232, labels: 232, enumerations: 232, object: 320 };
export const mostOf = (field: Field): number | undefined => MOST[field.kind];

/** A longer text may be truncated: one long text must not push other columns out of view. */
const WORD_MOST = 128;
/** A status mark and its gap. */
const MARK_WIDTH = 14;

/** The width the longest text of an enumeration needs in a cell, without padding. */
export function choicesWidth(field: Field, looks: Looks | undefined, say: Say): number {
  if (field.kind !== 'enumeration') return 0;
  const words = (field.choices ?? []).map(({ label }) => textWidth(say(label)));
  return Math.min(Math.max(0, ...words), WORD_MOST) + (looks ? MARK_WIDTH : 0);
}
