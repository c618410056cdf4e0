import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ShareBar } from '@cardinal/ui/layout/Bar.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Button } from 'antd';
import { Figure } from './Figure.tsx';
import { RowsAtFault } from './RowsAtFault.tsx';
import './import.css';

const words = {
  good: text('可导入', 'Importable'),
  already: text('已存在', 'Already there'),
  bad: text('有错误', 'Wrong'),
  why: text('不能导入的原因', 'Why rows cannot be imported'),
  first: text('不能导入的前 {n} 行', 'First {n} of these rows'),
  download: text('下载全部错误行', 'Download all rejected rows'),
  downloadHint: text(
    '表格保留原有各列，并加一列原因；改好后可直接再次导入。',
    'The sheet keeps your columns and adds a reason column. Fix the rows and import the sheet again.',
  ),
};

export type DryRun = {
  readonly good: number;
  readonly already: number;
  readonly bad: number;
  readonly reasons: readonly { readonly words: string; readonly count: number }[];
  readonly badRows: readonly { readonly rowNumber: number; readonly iccid: string; readonly words: string }[];
};

/** What a dry run found, in three numbers. */
export function DryRunFigures(props: {
  result: Pick<DryRun, 'good' | 'already' | 'bad'>;
  /** What good rows are called, and those that change nothing. */
  good?: Text | undefined;
  already?: Text | undefined;
}) {
  const { result } = props;
  const t = useText();
  const figures = [
    {
      key: 'good',
      label: props.good ?? words.good,
      value: result.good,
      ink: result.good > 0 ? ('success' as const) : undefined,
    },
    { key: 'already', label: props.already ?? words.already, value: result.already, ink: undefined },
    { key: 'bad', label: words.bad, value: result.bad, ink: result.bad > 0 ? ('danger' as const) : undefined },
  ];
  return (
    <Grid as="dl" columns={3} gap="s">
      {figures.map((figure) => (
        <Figure key={figure.key} label={t(figure.label)} value={figure.value} ink={figure.ink} />
      ))}
    </Grid>
  );
}

/** Why rows are invalid: the first of them, and all of them as a sheet. */
export function WrongRows(props: {
  result: Pick<DryRun, 'reasons' | 'badRows'>;
  /** The column that identifies a row. */
  identifier: Text;
  onDownload: () => void;
  isDownloading: boolean;
}) {
  const { result } = props;
  const t = useText();
  const most = Math.max(1, ...result.reasons.map((reason) => reason.count));
  return (
    <Stack gap="xl">
      {result.reasons.length > 0 ? (
        <Stack as="section" gap="s">
          <h2>{t(words.why)}</h2>
          <Stack as="ul" gap="xs" size="m">
            {result.reasons.map((reason) => (
              <Inline as="li" isOneLine gap="m" key={reason.words}>
                <Span grows>{reason.words}</Span>
                <Span width="xs">
                  <ShareBar share={reason.count / most} tone="danger" />
                </Span>
                <strong>{countAmount(reason.count)}</strong>
              </Inline>
            ))}
          </Stack>
        </Stack>
      ) : null}
      {result.badRows.length > 0 ? (
        <Stack as="section" gap="s">
          <Inline justify="between">
            <h2>{t(words.first, { n: countAmount(result.badRows.length) })}</h2>
            <Button size="small" onClick={props.onDownload} loading={props.isDownloading}>
              {t(words.download)}
            </Button>
          </Inline>
          <p className="field-help">{t(words.downloadHint)}</p>
          <RowsAtFault
            title={t(words.first, { n: countAmount(result.badRows.length) })}
            columns={[nouns.row, props.identifier, nouns.reason]}
            rows={result.badRows.map((row) => ({ rowNumber: row.rowNumber, value: row.iccid, words: row.words }))}
          />
        </Stack>
      ) : null}
    </Stack>
  );
}
