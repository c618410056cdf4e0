import { CardInputMode, IdentifierType } from '@cardinal/contract/enumerations/card.ts';
import { identifierListRule, identifiersOf, mostIdentifiers } from '@cardinal/primitives/identifierList.ts';
import { cutList, EID_LIST_CUT } from '@cardinal/primitives/list.ts';
import { digitsOf, segmentRule } from '@cardinal/primitives/segment.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Input, Segmented, Select } from 'antd';
import { useId } from 'react';
import { describedBy, Field } from './Field.tsx';

const words = {
  mode: text('输入方式', 'Input'),
  type: text('号码类型', 'Number type'),
  list: text('号码列表', 'Numbers'),
  listHint: text('逗号或换行分隔，最多 {max} 个，现有 {n} 个', 'Separate with commas or new lines: {n} of {max}'),
  anyHint: text(
    'ICCID、业务号码、IMSI、IMEI、EID、映射号可混合粘贴，最多 {max} 个，现有 {n} 个',
    'ICCIDs, business numbers, IMSIs, IMEIs, EIDs and mapping numbers in any mix: {n} of {max}',
  ),
  start: text('起始号码', 'Start'),
  end: text('结束号码', 'End'),
};

/** A card named by its numbers: mode 1 whole numbers of any kinds or of one, mode 2 a segment of ICCIDs. */
export type CardNumbers =
  | { readonly mode: typeof CardInputMode.values.full; readonly identifierType: IdentifierType; readonly text: string }
  | { readonly mode: typeof CardInputMode.values.segment; readonly startIccid: string; readonly endIccid: string };

export const NO_NUMBERS: CardNumbers = {
  mode: CardInputMode.values.full,
  identifierType: IdentifierType.values.any,
  text: '',
};

const { any: ANY, eid: EID } = IdentifierType.values;

/** The characters kept while a list of this kind is typed. Numbers of any kinds stay as pasted: blanks may separate them. */
const cutOf = (typed: string, type: IdentifierType) => {
  if (type === ANY) return typed.slice(0, EID_LIST_CUT.total);
  return type === EID ? cutList(typed, EID_LIST_CUT) : cutList(typed);
};

export const hasNumbers = (numbers: CardNumbers): boolean =>
  numbers.mode === CardInputMode.values.full
    ? identifiersOf(numbers.text, numbers.identifierType).length > 0
    : numbers.startIccid !== '' || numbers.endIccid !== '';

/** What is wrong with the numbers, as a message; undefined where they can be searched. */
export function numbersProblem(numbers: CardNumbers, say: ReturnType<typeof useText>): string | undefined {
  const found =
    numbers.mode === CardInputMode.values.segment
      ? segmentRule()({ start: numbers.startIccid, end: numbers.endIccid })
      : identifierListRule(numbers.identifierType)(numbers.text);
  return found && say(found.text, found.facts);
}

/** Cards by a pasted list or a segment: the two modes of the specification, and the identifier types. */
export function CardPicker(props: {
  value: CardNumbers;
  onChange: (value: CardNumbers) => void;
  problem?: string | undefined;
}) {
  const t = useText();
  const id = useId();
  const { value, onChange, problem } = props;
  const isFull = value.mode === CardInputMode.values.full;
  return (
    <Stack>
      <Segmented
        aria-label={t(words.mode)}
        value={value.mode}
        options={CardInputMode.options.map((option) => ({ value: option.value, label: t(option.label) }))}
        onChange={(mode) =>
          onChange(
            mode === CardInputMode.values.full
              ? NO_NUMBERS
              : { mode: CardInputMode.values.segment, startIccid: '', endIccid: '' },
          )
        }
      />
      {isFull ? (
        <>
          <Field id={`${id}-type`} label={t(words.type)}>
            <Select
              id={`${id}-type`}
              value={value.identifierType}
              options={IdentifierType.options.map((option) => ({ value: option.value, label: t(option.label) }))}
              onChange={(identifierType: IdentifierType) => onChange({ ...value, identifierType })}
            />
          </Field>
          <Field
            id={`${id}-list`}
            label={t(words.list)}
            help={t(value.identifierType === ANY ? words.anyHint : words.listHint, {
              max: mostIdentifiers(value.identifierType),
              n: identifiersOf(value.text, value.identifierType).length,
            })}
            problem={problem}
          >
            <Input.TextArea
              {...describedBy(`${id}-list`, { help: true, problem })}
              autoSize={{ minRows: 4, maxRows: 12 }}
              status={problem ? 'error' : ''}
              value={value.text}
              spellCheck={false}
              onChange={(event) => onChange({ ...value, text: cutOf(event.target.value, value.identifierType) })}
            />
          </Field>
        </>
      ) : (
        <>
          <Field id={`${id}-start`} label={t(words.start)}>
            <Input
              id={`${id}-start`}
              inputMode="numeric"
              maxLength={32}
              value={value.startIccid}
              onChange={(event) => onChange({ ...value, startIccid: digitsOf(event.target.value) })}
            />
          </Field>
          <Field id={`${id}-end`} label={t(words.end)} problem={problem}>
            <Input
              {...describedBy(`${id}-end`, { problem })}
              inputMode="numeric"
              maxLength={32}
              status={problem ? 'error' : ''}
              value={value.endIccid}
              onChange={(event) => onChange({ ...value, endIccid: digitsOf(event.target.value) })}
            />
          </Field>
        </>
      )}
    </Stack>
  );
}
