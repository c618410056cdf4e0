import { listCardSets } from '@cardinal/contract/api/cardBatches/cardSets.ts';
import { tagOptions } from '@cardinal/contract/api/cards/tags.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Segmented } from 'antd';
import { mayCall } from '../../shell/permissions.ts';
import { CardPicker } from '../CardPicker.tsx';
import { CardSetChoice } from '../sets/CardSetChoice.tsx';
import { TagChoice } from '../TagChoice.tsx';
import { UploadField } from '../UploadField.tsx';
import { useImportFile } from '../upload/useImportFile.ts';
import type { CardBulkAction } from './cardBulkAction.ts';
import type { CardBulk, From, Picked } from './useCardBulk.tsx';
import './bulk.css';

const words = {
  from: text('选择方式', 'Which cards'),
  picked: text('所选 {n} 张卡', '{n} selected {n|card|cards}'),
  numbers: text('号码或号段', 'Numbers or segment'),
  file: text('上传文件', 'File'),
  set: text('号码集', 'Card set'),
  tags: text('按标签', 'By tag'),
  tagsLabel: text('带有任一标签的卡', 'Cards with any of these tags'),
  fileLabel: text('卡号文件', 'File of card numbers'),
  fileHelp: text('xls 或 xlsx，第一列为号码', 'xls or xlsx, numbers in the first column'),
  fileHelpTwo: text(
    'xls 或 xlsx，第一列为号码，第二列为{second}',
    'xls or xlsx, numbers in the first column, {second} in the second',
  ),
};

/** Which cards an action is for: selected rows, a pasted list or a segment, a sheet, tags. */
export function BulkSource(props: { state: CardBulk; bulk: CardBulkAction | undefined; picked?: Picked | undefined }) {
  const t = useText();
  const { state, bulk, picked } = props;
  const { choice, setChoice } = state;
  const importFile = useImportFile();
  const ways: { value: From; label: string }[] = [
    ...(picked
      ? [{ value: 'picked' as const, label: picked.label ?? t(words.picked, { n: countAmount(picked.count) }) }]
      : []),
    { value: 'numbers', label: t(words.numbers) },
    { value: 'file', label: t(words.file) },
    ...(mayCall(listCardSets) ? [{ value: 'set' as const, label: t(words.set) }] : []),
    ...(mayCall(tagOptions) ? [{ value: 'tags' as const, label: t(words.tags) }] : []),
  ];
  return (
    <>
      <Segmented
        aria-label={t(words.from)}
        value={choice.from}
        options={ways}
        onChange={(from) => setChoice({ ...choice, from })}
      />
      {choice.from === 'numbers' ? (
        <CardPicker
          value={choice.numbers}
          onChange={(numbers) => setChoice({ ...choice, numbers })}
          problem={state.problems['numbers']}
        />
      ) : null}
      {choice.from === 'file' ? (
        <UploadField
          label={t(words.fileLabel)}
          help={bulk?.secondColumn ? t(words.fileHelpTwo, { second: bulk.secondColumn }) : t(words.fileHelp)}
          demand={importFile.demand}
          value={choice.file}
          onValue={(file) => setChoice({ ...choice, file })}
        />
      ) : null}
      {choice.from === 'set' ? (
        <CardSetChoice
          value={choice.setId}
          onChange={(setId) => setChoice({ ...choice, setId })}
          problem={state.problems['numbers']}
        />
      ) : null}
      {choice.from === 'tags' ? (
        <TagChoice
          label={words.tagsLabel}
          value={choice.tagIds}
          onChange={(tagIds) => setChoice({ ...choice, tagIds })}
        />
      ) : null}
      {state.problems['cards'] ? (
        <p className="field-error" role="alert">
          {state.problems['cards']}
        </p>
      ) : null}
    </>
  );
}
