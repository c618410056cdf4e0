import { SheetFormat } from '@cardinal/contract/api/tasks/downloads.ts';
import type { ListEndpoint } from '@cardinal/contract/framework/list.ts';
import { SITE_LIMITS } from '@cardinal/contract/siteLimits.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button, Checkbox, Radio, Segmented } from 'antd';
import { useState } from 'react';
import { can } from '../../shell/permissions.ts';
import { usePreference } from '../preferences.ts';
import { type ExportChoice, exportChoiceSchema, FIRST_CHOICE, fieldsOf, offeredFields } from './exportChoice.ts';
import { useExport } from './useExport.ts';

const words = {
  rows: text('导出 {n} 行', 'Export {n} {n|row|rows}'),
  about: text('约 {n}', 'about {n}'),
  shown: text('显示的 {n} 列', '{n} {n|column|columns} shown'),
  all: text('全部 {n} 列', 'All {n} {n|column|columns}'),
  chosen: text('自选列', 'Chosen columns'),
  chosenSome: text('自选 {n} 列', '{n} chosen {n|column|columns}'),
  every: text('全选', 'Select all'),
  none: text('清空', 'Clear'),
  small: text(
    '完成后自动下载，文件也保存在「下载任务」中。',
    'Downloaded as soon as it is ready, and kept under “Downloads”.',
  ),
  large: text(
    '超过 {n} 行：完成后在「下载任务」中下载。',
    'More than {n} rows: download it under “Downloads” when it is ready.',
  ),
};

const AT_ONCE = SITE_LIMITS.exportAtOnceRows.initial;

/** What is exported: the list's applied filter, or rows ticked one by one. */
export type ExportedRows = {
  readonly query: Readonly<Record<string, unknown>>;
  readonly count: number | undefined;
  readonly isEstimate: boolean;
  /** The exact number the screen shows; the server refuses another. */
  readonly total?: number;
};

/** Asks for format and columns of an export; the answer is kept for the account and this list. */
export default function ExportSheet(props: {
  list: ListEndpoint;
  /** The name under which the list's columns and views are kept. */
  name: string;
  shown: readonly string[];
  rows: ExportedRows;
  onClose: () => void;
}) {
  const { list, rows, onClose } = props;
  const t = useText();
  const [last, keep] = usePreference(`export.${props.name}`, exportChoiceSchema, FIRST_CHOICE);
  const [choice, setChoice] = useState(last);
  const exporting = useExport(list);
  const offered = offeredFields(list, props.shown, can);
  const columns = fieldsOf(choice, offered);
  const set = (change: Partial<ExportChoice>) => setChoice({ ...choice, ...change });
  const start = async () => {
    const { query, total } = rows;
    const isOrdered = await exporting.order(query, {
      format: choice.format,
      columns: [...columns],
      ...(total === undefined ? {} : { total }),
    });
    if (!isOrdered) return;
    keep(choice);
    onClose();
  };
  const n = rows.count === undefined ? undefined : countAmount(rows.count);
  const act = n === undefined ? t(verbs.export) : t(words.rows, { n: rows.isEstimate ? t(words.about, { n }) : n });
  const picked = fieldsOf({ ...choice, columns: 'chosen' }, offered);
  return (
    <Sheet
      isOpen
      title={t(verbs.export)}
      width={440}
      onClose={onClose}
      footer={
        <Inline justify="end">
          <Button onClick={onClose}>{t(verbs.cancel)}</Button>
          <Button
            type="primary"
            loading={exporting.isRunning}
            disabled={columns.length === 0}
            onClick={() => void start()}
          >
            {act}
          </Button>
        </Inline>
      }
    >
      <Stack gap="l">
        <Segmented
          aria-label={t(SheetFormat.title)}
          value={choice.format}
          options={SheetFormat.options.map(({ value, label }) => ({ value, label: t(label) }))}
          onChange={(format) => set({ format })}
        />
        <Radio.Group
          aria-label={t(nouns.columns)}
          vertical
          value={choice.columns === 'shown' && offered.shown.length === 0 ? 'all' : choice.columns}
          options={[
            ...(offered.shown.length > 0
              ? [{ value: 'shown', label: t(words.shown, { n: offered.shown.length }) }]
              : []),
            { value: 'all', label: t(words.all, { n: offered.all.length }) },
            {
              value: 'chosen',
              label: picked.length > 0 ? t(words.chosenSome, { n: picked.length }) : t(words.chosen),
            },
          ]}
          onChange={({ target }) => {
            // Choosing begins with what was to be exported.
            const isFirst = target.value === 'chosen' && picked.length === 0;
            set({ columns: target.value, ...(isFirst ? { chosen: [...columns] } : {}) });
          }}
        />
        {choice.columns === 'chosen' ? (
          <Stack gap="s">
            <Inline gap="m">
              <TextButton onClick={() => set({ chosen: [...offered.all] })}>{t(words.every)}</TextButton>
              <TextButton onClick={() => set({ chosen: [] })}>{t(words.none)}</TextButton>
            </Inline>
            <Grid columns={2} gap="s">
              {offered.all.map((name) => (
                <Checkbox
                  key={name}
                  checked={choice.chosen.includes(name)}
                  onChange={({ target }) =>
                    set({
                      chosen: target.checked ? [...choice.chosen, name] : choice.chosen.filter((each) => each !== name),
                    })
                  }
                >
                  {t(list.fields[name]!.label)}
                </Checkbox>
              ))}
            </Grid>
          </Stack>
        ) : null}
        {rows.count === undefined ? null : (
          <Paragraph ink="secondary" size="m">
            {t(rows.count > AT_ONCE ? words.large : words.small, { n: countAmount(AT_ONCE) })}
          </Paragraph>
        )}
      </Stack>
    </Sheet>
  );
}
