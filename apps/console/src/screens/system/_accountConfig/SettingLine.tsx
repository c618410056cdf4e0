import { editCustomerSetting, type readCustomerSettings } from '@cardinal/contract/api/settings/settings.ts';
import { isBoundable } from '@cardinal/contract/customerSettings.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { typedInteger } from '@cardinal/primitives/typing.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Tracks } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { Button, Checkbox, Input, Select, Switch } from 'antd';
import { useId } from 'react';
import { useChange } from '../../../kit/change.ts';
import { describedBy } from '../../../kit/Field.tsx';
import { useEditor } from '../../../kit/form/useEditor.ts';
import { CARD_COLUMNS } from './cardColumns.ts';
import { CHOICES, HELP, SOURCES } from './settingWords.ts';

const words = {
  restore: text('恢复默认', 'Restore default'),
  saved: text('已保存，下一次请求起生效', 'Saved; takes effect on the next request'),
  restored: text('已恢复', 'Restored'),
  bound: text('下限：下级只能更严格', 'Limit: child customers can only be stricter'),
  bounded: text('上级已设下限', 'Limited by the parent customer'),
  nothing: text('不限制', 'No limit'),
  screens: text('系统默认', 'System default'),
};

export type Line = AnswerOf<typeof readCustomerSettings>[number];
/** The draft: a switch, a number, a choice, or a list with one item per line. */
type Draft = boolean | string;

/** The setting, its value, where that comes from, and what can be done. */
const COLUMNS = 'repeat(auto-fit, minmax(148px, 1fr))';

const LOOKS = {
  own: { shape: 'disc', tone: 'good' },
  parent: { shape: 'half', tone: 'busy' },
  default: { shape: 'ring', tone: 'neutral' },
} as const;

const draftOf = (value: Line['value']): Draft =>
  typeof value === 'boolean' ? value : Array.isArray(value) ? value.join('\n') : String(value);

/** Converts a draft to the type of its initial value. */
function typedValue(draft: Draft, before: Line['value']): Line['value'] {
  if (typeof draft === 'boolean') return draft;
  if (typeof before === 'string') return draft;
  if (Array.isArray(before)) return draft.split(/[\s,，]+/).filter((each) => each !== '');
  return draft === '' ? null : Number(draft);
}

/** One setting: its value, its source and its actions. */
export function SettingLine(props: {
  line: Line;
  customerId: string | undefined;
  canEdit: boolean;
  /** Whether there are customers below to be bound. */
  canBind: boolean;
}) {
  const { line, customerId, canEdit, canBind } = props;
  const t = useText();
  const id = useId();
  const initial = { value: draftOf(line.value), isBound: line.isBound };
  const whose = { ...(customerId ? { customerId } : {}), name: line.name };
  const editor = useEditor({
    endpoint: editCustomerSetting,
    initial,
    toBody: ({ value, isBound }) => ({ ...whose, value: typedValue(value, line.value), isBound }),
    // An emptied number resets the setting to its inherited value.
    done: (_, { value }) => t(typedValue(value, line.value) === null ? words.restored : words.saved),
  });
  const restoring = useChange(editCustomerSetting, { done: t(words.restored) });
  const { value: draft, isBound } = editor.draft;
  const setDraft = (value: Draft) => editor.set({ value });
  const problem = Object.values(editor.problems)[0];
  const isRunning = editor.isRunning || restoring.isRunning;
  const help = HELP[line.name];
  const choices = CHOICES[line.name];
  const isFigure = typeof line.value === 'number';
  const shared = {
    ...describedBy(id, { help: help !== undefined, problem }),
    disabled: !canEdit || isRunning,
    status: problem ? ('error' as const) : ('' as const),
  };
  return (
    <Tracks as="li" columns={COLUMNS} gap="l">
      <Stack gap="none">
        <Span as="label" weight="medium" htmlFor={id}>
          {t(line)}
        </Span>
        {help ? <small id={`${id}-help`}>{t(help)}</small> : null}
        {problem ? (
          <small className="field-error" id={`${id}-problem`} role="alert">
            {problem}
          </small>
        ) : null}
      </Stack>
      <Stack gap="s" align="start">
        {typeof draft === 'boolean' ? (
          <Switch
            id={id}
            checked={draft}
            disabled={shared.disabled}
            checkedChildren={t(nouns.yes)}
            unCheckedChildren={t(nouns.no)}
            onChange={setDraft}
          />
        ) : choices ? (
          <Select
            {...shared}
            className="width-s"
            value={draft}
            options={Object.entries(choices).map(([value, label]) => ({ value, label: t(label) }))}
            onChange={setDraft}
          />
        ) : line.name === 'cardColumns' ? (
          <Select
            {...shared}
            mode="multiple"
            className="width-xl"
            placeholder={t(words.screens)}
            value={String(draft).split('\n').filter(Boolean)}
            options={CARD_COLUMNS.map(({ value, label }) => ({ value, label: t(label) }))}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(picked) => setDraft(picked.join('\n'))}
          />
        ) : Array.isArray(line.value) ? (
          <Input.TextArea
            {...shared}
            autoSize={{ minRows: 1, maxRows: 8 }}
            spellCheck={false}
            placeholder={t(words.nothing)}
            value={draft}
            onChange={(event) => setDraft(event.target.value)}
          />
        ) : (
          <Input
            {...shared}
            {...(isFigure
              ? { inputMode: 'numeric', maxLength: 10, placeholder: countAmount(String(line.initial)) }
              : { maxLength: 11, placeholder: '22:00-07:00' })}
            value={draft}
            onChange={(event) => setDraft(isFigure ? typedInteger(event.target.value) : event.target.value.trim())}
          />
        )}
        {canBind && isBoundable(line.name) ? (
          <Checkbox
            checked={isBound}
            disabled={shared.disabled}
            onChange={(event) => editor.set({ isBound: event.target.checked })}
          >
            {t(words.bound)}
          </Checkbox>
        ) : null}
      </Stack>
      <Stack gap="none">
        <StatusTag {...LOOKS[line.from]} word={t(SOURCES[line.from])} />
        {line.isBounded ? <small>{t(words.bounded)}</small> : null}
      </Stack>
      <Inline justify="end">
        {editor.isDirty ? (
          <>
            <Button size="small" onClick={() => editor.set(initial)}>
              {t(verbs.undo)}
            </Button>
            <Button size="small" type="primary" loading={editor.isRunning} onClick={() => void editor.save()}>
              {t(verbs.save)}
            </Button>
          </>
        ) : line.from === 'own' && canEdit ? (
          <TextButton onClick={() => void restoring.run({ body: { ...whose, value: null, isBound } })}>
            {t(words.restore)}
          </TextButton>
        ) : null}
      </Inline>
    </Tracks>
  );
}
