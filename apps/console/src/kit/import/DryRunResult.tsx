import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Button } from 'antd';
import { RowsAtFault } from './RowsAtFault.tsx';
import './import.css';

const words = {
  good: text('可导入', 'Can go in'),
  already: text('已存在', 'Already there'),
  bad: text('有错误', 'Wrong'),
  why: text('不能导入的原因', 'Why rows stay out'),
  row: nouns.row,
  reason: nouns.reason,
  first: text('不能导入的前 {n} 行', 'These rows, {n} shown'),
  count: text('行数', 'Rows'),
  download: text('下载全部错误行', 'Download all wrong rows'),
  downloadHint: text(
    '表格保留原有各列，并加一列原因；改好后可直接再次导入。',
    'The sheet keeps your columns and adds one with the reason; mend it and import it again.',
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
export function DryRunFigures(props: { result: Pick<DryRun, 'good' | 'already' | 'bad'> }) {
  const { result } = props;
  const t = useText();
  const figures = [
    { key: 'good', label: words.good, value: result.good, look: result.good > 0 ? 'is-good' : '' },
    { key: 'already', label: words.already, value: result.already, look: '' },
    { key: 'bad', label: words.bad, value: result.bad, look: result.bad > 0 ? 'is-bad' : '' },
  ];
  return (
    <dl className="dry-run-figures">
      {figures.map((figure) => (
        <div key={figure.key} className={figure.look}>
          <dt>{t(figure.label)}</dt>
          <dd>{countAmount(figure.value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Why rows are wrong, the first of them, and all of them as a sheet. */
export function WrongRows(props: {
  result: Pick<DryRun, 'reasons' | 'badRows'>;
  /** What the rows are known by. */
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
          <ul className="dry-run-reasons">
            {result.reasons.map((reason) => (
              <li key={reason.words}>
                <span>{reason.words}</span>
                <i aria-hidden="true">
                  <b style={{ width: `${(reason.count / most) * 100}%` }} />
                </i>
                <strong>{countAmount(reason.count)}</strong>
              </li>
            ))}
          </ul>
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
            columns={[words.row, props.identifier, words.reason]}
            rows={result.badRows.map((row) => ({ rowNumber: row.rowNumber, value: row.iccid, words: row.words }))}
          />
        </Stack>
      ) : null}
    </Stack>
  );
}
