import type { listSkipped } from '@cardinal/contract/api/cardBatches/selection.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { spokenDuration, wallTime } from '@cardinal/ui/moments.ts';
import { lazy, Suspense } from 'react';
import { ExportLink } from '../export/ExportLink.tsx';
import type { Preview } from './cardBulkAction.ts';
import './bulk.css';

// Most actions cost nothing.
const PreviewMoney = lazy(() => import('./PreviewMoney.tsx'));

const words = {
  touched: text('将执行', 'Will change'),
  skipped: text('将跳过', 'Will be skipped'),
  time: text('预计用时', 'Expected time'),
  why: text('跳过原因', 'Why skipped'),
  waits: text('待恢复', 'After recovery'),
  withoutOut: text('预计用时（不含中断的通道）', 'Estimated time, excluding carriers that are down'),
  out: text(
    '{name}：{words}。{n} 张卡的指令会等待其恢复，恢复后按顺序下发。',
    '{name}: {words}. Commands for {n} {n|card|cards} wait and are sent in order once it recovers.',
  ),
  outUntil: text(
    '{name}：{words}。{n} 张卡的指令会等待其恢复，恢复后按顺序下发；到 {at} 仍未恢复则失效，不再下发。',
    '{name}: {words}. Commands for {n} {n|card|cards} wait and are sent in order once it recovers. Commands still waiting at {at} expire unsent.',
  ),
  download: text('下载跳过的卡', 'Download the skipped cards'),
};

/** What will change, what will not and why, and how long it takes by the carriers' limits and by recent batches. */
export function PreviewFigures(props: {
  preview: Preview;
  skipped: typeof listSkipped;
  /** No carrier is asked: there is nothing to estimate. */
  isLocal?: boolean;
}) {
  const t = useText();
  const language = useLanguage();
  const { preview, isLocal = false } = props;
  const working = preview.carriers.filter(({ out }) => out === null);
  const out = preview.carriers.filter((carrier) => carrier.out !== null);
  const seconds = Math.max(0, ...working.map((carrier) => carrier.seconds));
  return (
    <>
      <Grid columns={isLocal ? 2 : 3} gap="s" below="l">
        <Box>
          <Span as="b" isBlock size="xxl" weight="strong">
            {countAmount(preview.willTouch)}
          </Span>
          <Span ink="secondary" size="m">
            {t(words.touched)}
          </Span>
        </Box>
        <Box>
          <Span as="b" isBlock size="xxl" weight="strong">
            {countAmount(preview.willSkip)}
          </Span>
          <Span ink="secondary" size="m">
            {t(words.skipped)}
          </Span>
        </Box>
        {isLocal ? null : (
          <Box>
            <Span as="b" isBlock size="xxl" weight="strong">
              {out.length > 0 && working.length === 0
                ? t(words.waits)
                : seconds > 0
                  ? t(sentences.aboutTime, { time: spokenDuration(seconds, language) })
                  : spokenDuration(0, language)}
            </Span>
            <Span ink="secondary" size="m">
              {t(out.length > 0 && working.length > 0 ? words.withoutOut : words.time)}
            </Span>
          </Box>
        )}
      </Grid>
      {(isLocal ? [] : out).map((carrier) => (
        <Note below="l" role="status" key={`${carrier.carrierAccountId} out`}>
          {t(carrier.out?.expiresAt ? words.outUntil : words.out, {
            name: carrier.name,
            words: carrier.out?.words ?? '',
            n: countAmount(carrier.count),
            at: carrier.out?.expiresAt ? wallTime(carrier.out.expiresAt) : '',
          })}
        </Note>
      ))}
      {preview.money ? (
        <Suspense>
          <PreviewMoney money={preview.money} />
        </Suspense>
      ) : null}
      {preview.skipped.length > 0 ? (
        <>
          <table className="lines-table is-counts">
            <thead>
              <tr>
                <th scope="col">{t(words.why)}</th>
                <th scope="col">{t(nouns.cardCount)}</th>
              </tr>
            </thead>
            <tbody>
              {preview.skipped.map((row) => (
                <tr key={row.reason}>
                  <td>{row.words}</td>
                  <td>{countAmount(row.count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <ExportLink list={props.skipped} query={{ previewId: preview.previewId }}>
            {t(words.download)}
          </ExportLink>
        </>
      ) : null}
      {!isLocal && preview.carriers.length > 0 ? (
        <table className="lines-table is-counts">
          <thead>
            <tr>
              <th scope="col">{t(nouns.carrierAccount)}</th>
              <th scope="col">{t(nouns.cardCount)}</th>
              <th scope="col">{t(words.time)}</th>
            </tr>
          </thead>
          <tbody>
            {preview.carriers.map((carrier) => (
              <tr key={carrier.carrierAccountId}>
                <td>{carrier.name}</td>
                <td>{countAmount(carrier.count)}</td>
                <td>{carrier.out ? t(words.waits) : spokenDuration(carrier.seconds, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  );
}
