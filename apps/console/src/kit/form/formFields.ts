import type { Choice, Fields } from '@cardinal/contract/framework/fields.ts';
import type { Text } from '@cardinal/primitives/text.ts';
import type { ReactNode } from 'react';
import type * as z from 'zod';
import type { FieldProblems } from '../formProblems.ts';

export type Values = Readonly<Record<string, unknown>>;

export type OwnControl = {
  readonly id: string;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly problem: string | undefined;
  /** All problems of the form by their paths, for a control with parts. */
  readonly problems: FieldProblems;
  readonly values: Values;
};

type Common = {
  /** The name in the request body; problems of the shared schema are shown at the field of that name. */
  readonly name: string;
  /** A heading above the field, where a new part of the form begins. */
  readonly section?: Text;
  /** By default the label of the list's field of that name. */
  readonly label?: Text;
  readonly help?: Text;
  readonly placeholder?: Text;
  readonly isDisabled?: boolean;
  /** By default derived from the schema. */
  readonly isRequired?: boolean;
  readonly isHidden?: (values: Values) => boolean;
};

/** A field of a form, by its kind. */
export type FormField = Common &
  (
    | {
        readonly kind: 'text' | 'password' | 'textarea';
        readonly maxLength?: number;
        /** Filters the typed characters: `typedPhone`, `typedIccid`, … */
        readonly typed?: (typed: string) => string;
      }
    /** Cut at 255 characters, never refused for its length. */
    | { readonly kind: 'remark' }
    | { readonly kind: 'integer' | 'decimal'; readonly unit?: Text }
    /** A pasted list: cleaned as it is typed, `max` items. Other items than letters and digits need their own `typed`. */
    | { readonly kind: 'list'; readonly max?: number; readonly typed?: (typed: string) => string }
    | { readonly kind: 'select' | 'multiple'; readonly options: readonly Choice[]; readonly isSearchable?: boolean }
    | { readonly kind: 'flag' }
    /** A moment; a day without one. */
    | { readonly kind: 'time' | 'day' }
    /** A value is chosen in it, unless marked as typed. */
    | { readonly kind: 'own'; readonly isTyped?: true; readonly control: (own: OwnControl) => ReactNode }
  );

export type FormFields = readonly FormField[];

type Shaped = { shape?: Record<string, z.ZodType> };
/** The schema of one field of a body, where the body is an object. */
const fieldSchema = (body: z.ZodType, name: string): z.ZodType | undefined => (body as Shaped).shape?.[name];
const takes = (schema: z.ZodType | undefined, value: unknown): boolean => schema?.safeParse(value).success ?? true;

/** A number beyond its bounds is still a number: the error names the bounds. */
const wantsNumber = (schema: z.ZodType | undefined, typed: string): boolean =>
  schema?.safeParse(typed).error?.issues.some(({ code }) => code === 'invalid_type') ?? false;

/** A field is required when no empty value passes: omitted, '', an empty list or null. A switch always has a value. */
export function isRequiredBy(body: z.ZodType, field: FormField): boolean {
  if (field.isRequired !== undefined) return field.isRequired;
  const schema = fieldSchema(body, field.name);
  if (schema === undefined || field.kind === 'flag') return false;
  return [undefined, '', [], null].every((nothing) => !takes(schema, nothing));
}

/** Whether a value is chosen in a field, not typed: its messages then say «choose». */
export const isChosen = (field: FormField): boolean =>
  ['select', 'multiple', 'time', 'day'].includes(field.kind) || (field.kind === 'own' && field.isTyped !== true);

export const labelOf = (field: FormField, labels: Fields | undefined): Text =>
  field.label ?? labels?.[field.name]?.label ?? { zh: field.name, en: field.name };

/**
 * Converts the typed values to the body. An emptied field becomes null where the schema accepts null, and is omitted otherwise.
 * Digits become numbers where the schema expects numbers; hidden fields are omitted.
 */
export function bodyOf(body: z.ZodType, fields: FormFields, values: Values): Record<string, unknown> {
  const written: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const field = fields.find((each) => each.name === name);
    if (field?.isHidden?.(values)) continue;
    const schema = fieldSchema(body, name);
    if (value === undefined) continue;
    if (value === '' && !takes(schema, '')) {
      if (takes(schema, null)) written[name] = null;
      continue;
    }
    const isFigure = field?.kind === 'integer' || field?.kind === 'decimal';
    const isTyped = isFigure && typeof value === 'string' && value !== '';
    written[name] = isTyped && wantsNumber(schema, value) ? Number(value) : value;
  }
  return written;
}

/** The labels of the visible fields by name; of two alternative fields, the one that is shown. */
export const shownLabels = (fields: FormFields, values: Values, labels?: Fields): Readonly<Record<string, Text>> =>
  Object.fromEntries(
    fields.filter((field) => !field.isHidden?.(values)).map((field) => [field.name, labelOf(field, labels)]),
  );

export const isDirty = (values: Values, initial: Values): boolean => {
  const names = new Set([...Object.keys(values), ...Object.keys(initial)]);
  return [...names].some((name) => JSON.stringify(values[name] ?? '') !== JSON.stringify(initial[name] ?? ''));
};
