import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Select } from 'antd';
import { useId } from 'react';
import { Field } from '../Field.tsx';
import { useCardSets } from './useCardSets.ts';

const words = {
  label: text('号码集', 'Card set'),
  choose: text('请选择号码集', 'Select a card set'),
  none: text(
    '还没有号码集；在卡列表用「按文件查找」上传',
    'No card sets yet. Upload one with “Find by file” above a card list.',
  ),
  help: text(
    '按号码当前对应的卡执行；没找到卡的号码会列在预检里。',
    'Applies to the cards these numbers belong to now. Numbers without a card are listed in the preview.',
  ),
};

/** Which set an action is for; those still being read are not offered. */
export function CardSetChoice(props: {
  value: string | undefined;
  onChange: (setId: string) => void;
  problem?: string | undefined;
}) {
  const t = useText();
  const id = useId();
  const { data } = useCardSets();
  const usable = (data ?? []).filter(({ state }) => state === 'ready');
  return (
    <Field id={id} label={t(words.label)} help={t(words.help)} problem={props.problem}>
      <Select
        id={id}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t(words.choose)}
        notFoundContent={t(words.none)}
        loading={!data}
        value={usable.some((set) => set.id === props.value) ? props.value : undefined}
        options={usable.map((set) => ({
          value: set.id,
          label: set.isOwn ? set.name : `${set.name} · ${set.owner}`,
        }))}
        onChange={(setId: string) => props.onChange(setId)}
      />
    </Field>
  );
}
