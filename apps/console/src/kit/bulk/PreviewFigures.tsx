import type { listSkipped } from '@cardinal/contract/api/cards/selection.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useLanguage, useText } from '@cardinal/ui/language.tsx';
import { spokenDuration } from '@cardinal/ui/moments.ts';
import { ExportLink } from '../export/ExportButton.tsx';
import type { Preview } from './cardBulkAction.ts';
import './bulk.css';

const words = {
  touched: text('将执行', 'Will change'),
  skipped: text('将跳过', 'Will be skipped'),
  time: text('预计用时', 'Expected time'),
  about: text('约 {time}', 'about {time}'),
  why: text('跳过原因', 'Why skipped'),
  cards: text('卡数', 'Cards'),
  carrier: text('通道', 'Carrier account'),
  download: text('下载跳过的卡', 'Download the skipped cards'),
};

/** What will change, what will not and why, and how long it takes by the carriers' limits and by batches of late. */
export function PreviewFigures(props: { preview: Preview; skipped: typeof listSkipped }) {
  const t = useText();
  const language = useLanguage();
  const { preview } = props;
  const seconds = Math.max(0, ...preview.carriers.map((carrier) => carrier.seconds));
  return (
    <>
      <div className="preview-figures">
        <div>
          <b>{countAmount(preview.willTouch)}</b>
          <span>{t(words.touched)}</span>
        </div>
        <div>
          <b>{countAmount(preview.willSkip)}</b>
          <span>{t(words.skipped)}</span>
        </div>
        <div>
          <b>
            {seconds > 0 ? t(words.about, { time: spokenDuration(seconds, language) }) : spokenDuration(0, language)}
          </b>
          <span>{t(words.time)}</span>
        </div>
      </div>
      {preview.skipped.length > 0 ? (
        <>
          <table className="plain-table">
            <thead>
              <tr>
                <th scope="col">{t(words.why)}</th>
                <th scope="col" className="is-numeric">
                  {t(words.cards)}
                </th>
              </tr>
            </thead>
            <tbody>
              {preview.skipped.map((row) => (
                <tr key={row.reason}>
                  <td>{row.words}</td>
                  <td className="is-numeric">{countAmount(row.count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <ExportLink list={props.skipped} query={{ previewId: preview.previewId }}>
            {t(words.download)}
          </ExportLink>
        </>
      ) : null}
      {preview.carriers.length > 0 ? (
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t(words.carrier)}</th>
              <th scope="col" className="is-numeric">
                {t(words.cards)}
              </th>
              <th scope="col" className="is-numeric">
                {t(words.time)}
              </th>
            </tr>
          </thead>
          <tbody>
            {preview.carriers.map((carrier) => (
              <tr key={carrier.carrierAccountId}>
                <td>{carrier.name}</td>
                <td className="is-numeric">{countAmount(carrier.count)}</td>
                <td className="is-numeric">{spokenDuration(carrier.seconds, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </>
  );
}
