import type { Platform } from '@cardinal/contract/enumerations/card.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { countOf, SEGMENT_FIELDS, type Segment, segmentProblem } from '@cardinal/primitives/segment.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { CloseIcon } from '@cardinal/ui/icons.tsx';
import { type Say, useText } from '@cardinal/ui/language.tsx';
import { ScrollBox } from '@cardinal/ui/layout/Box.tsx';
import { Tracks } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Button, Input } from 'antd';
import { type ClipboardEvent, useId } from 'react';
import type { FieldProblems } from '../../../kit/formProblems.ts';
import { segmentRows } from '../_cardScopeImport/segmentRows.ts';

const words = {
  help: text(
    '起止号码等长、同一运营商；每行跨度不超过 10000。联通按前 19 位，移动 20 位，国际 19、20 或 32 位。可整段粘贴多行。',
    'Start and end must have the same length and carrier; at most 10,000 numbers per line. China Unicom compares the first 19 digits, China Mobile uses 20, international 19, 20 or 32. You can paste several lines.',
  ),
  start: text('第 {row} 行起始号码', 'Line {row}, start number'),
  end: text('第 {row} 行结束号码', 'Line {row}, end number'),
  add: text('添加一行', 'Add line'),
  remove: text('删除第 {row} 行', 'Remove line {row}'),
  inLine: text('第 {row} 行：{reason}', 'Line {row}: {reason}'),
  count: text('{n} 个号码', '{n} {n|number|numbers}'),
  total: text('共 {rows} 行，{n} 个号码', '{rows} {rows|line|lines}, {n} {n|number|numbers}'),
};

export type SegmentLine = { readonly startIccid: string; readonly endIccid: string };
export const NO_LINES: readonly SegmentLine[] = [{ startIccid: '', endIccid: '' }];

const segmentOf = ({ startIccid, endIccid }: SegmentLine): Segment => ({ start: startIccid, end: endIccid });
const isRight = (line: SegmentLine, platform: Platform | undefined) =>
  segmentProblem(segmentOf(line), platform === undefined ? {} : { platform }) === undefined;

/** The path of a line's error among those of the form. */
export const lineField = (row: number, field: string): string => `rows.${row}.${field}`;

/** The errors of each line, by field. */
export const problemsOfLines = (lines: readonly SegmentLine[], platform: Platform | undefined, t: Say): FieldProblems =>
  Object.fromEntries(
    lines.flatMap((line, row) => {
      const found = segmentProblem(segmentOf(line), platform === undefined ? {} : { platform });
      const reason = found && t(found.problem.text, found.problem.facts);
      return found ? [[lineField(row, found.field), t(words.inLine, { row: row + 1, reason: reason ?? '' })]] : [];
    }),
  );

/** Segments line by line: every end is its own field with its own error. */
export function SegmentLines(props: {
  readonly lines: readonly SegmentLine[];
  readonly platform: Platform | undefined;
  readonly problems: FieldProblems;
  readonly onLines: (lines: readonly SegmentLine[]) => void;
}) {
  const { lines, platform, problems, onLines } = props;
  const t = useText();
  const id = useId();
  const right = lines.filter((line) => isRight(line, platform));
  const total = right.reduce((sum, line) => sum + countOf(segmentOf(line), platform), 0);
  const put = (row: number, field: keyof SegmentLine, value: string) =>
    onLines(lines.map((line, at) => (at === row ? { ...line, [field]: value.replace(/\D/g, '').slice(0, 32) } : line)));
  const paste = (row: number) => (event: ClipboardEvent) => {
    const pasted = segmentRows(event.clipboardData.getData('text'));
    if (pasted.length === 0 || (pasted.length === 1 && pasted[0]?.endIccid === '')) return;
    event.preventDefault();
    onLines([...lines.slice(0, row), ...pasted, ...lines.slice(row + 1).filter((line) => line.startIccid !== '')]);
  };
  const input = (row: number, field: keyof SegmentLine, line: SegmentLine) => {
    const problem = problems[lineField(row, field)];
    const isStart = field === SEGMENT_FIELDS.start;
    return (
      <Stack gap="none" data-field={lineField(row, field)}>
        <Input
          inputMode="numeric"
          autoComplete="off"
          aria-label={t(isStart ? words.start : words.end, { row: row + 1 })}
          placeholder={t(isStart ? nouns.firstICCID : nouns.lastICCID)}
          value={line[field]}
          status={problem ? 'error' : ''}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-${row}-${field}` : undefined}
          onPaste={paste(row)}
          onChange={(event) => put(row, field, event.target.value)}
        />
        {problem ? (
          <span className="field-error" id={`${id}-${row}-${field}`} role="alert">
            {problem}
          </span>
        ) : null}
      </Stack>
    );
  };
  return (
    <Stack as="fieldset" gap="s" data-field="rows">
      <legend>{t(nouns.segments)}</legend>
      <ScrollBox height="m">
        <Stack as="ol" gap="s">
          {lines.map((line, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line is nothing but its place
            <Tracks as="li" key={row} columns="24px minmax(0, 1fr) minmax(0, 1fr) 92px 32px">
              <Span ink="secondary" size="s" align="end" aria-hidden="true">
                {row + 1}
              </Span>
              {input(row, 'startIccid', line)}
              {input(row, 'endIccid', line)}
              <small>
                {isRight(line, platform)
                  ? t(words.count, { n: countAmount(countOf(segmentOf(line), platform)) })
                  : null}
              </small>
              <Button
                type="text"
                icon={<CloseIcon />}
                aria-label={t(words.remove, { row: row + 1 })}
                disabled={lines.length === 1}
                onClick={() => onLines(lines.filter((_, at) => at !== row))}
              />
            </Tracks>
          ))}
        </Stack>
      </ScrollBox>
      {problems['rows'] ? (
        <span className="field-error" role="alert">
          {problems['rows']}
        </span>
      ) : null}
      <Inline as="p" gap="m" ink="secondary">
        <Button onClick={() => onLines([...lines, ...NO_LINES])}>{t(words.add)}</Button>
        {right.length > 0 ? (
          <span>{t(words.total, { rows: countAmount(right.length), n: countAmount(total) })}</span>
        ) : null}
      </Inline>
      <span className="field-help">{t(words.help)}</span>
    </Stack>
  );
}
