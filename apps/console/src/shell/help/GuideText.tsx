import { readCover, readFilm } from '@cardinal/contract/api/settings/guides.ts';
import { text } from '@cardinal/primitives/text.ts';
import { OpenIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { page } from '../../http/connection.ts';
import './help.css';

const words = {
  film: text('指引视频', 'Guide video'),
  watch: text('观看视频', 'Watch video'),
  length: text('{minutes} 分 {seconds} 秒', '{minutes} min {seconds} s'),
};

const filmAddress = (film: string): string => `${page.baseAddress()}${readFilm.path}?film=${film}`;

/** The content of a guide: its cover, its video (played here, or a link in a new tab) and its steps. */
export function GuideText(props: {
  film: string | null;
  cover: string | null;
  videoUrl: string | null;
  seconds: number | null;
  steps: string;
}) {
  const t = useText();
  const { film, cover, videoUrl, seconds } = props;
  const picture = cover === null ? undefined : `${page.baseAddress()}${readCover.path}?cover=${cover}`;
  return (
    <div className="guide-text">
      {film ? (
        // biome-ignore lint/a11y/useMediaCaption: what is said in it stands below, step by step
        <video controls preload="metadata" src={filmAddress(film)} poster={picture} aria-label={t(words.film)} />
      ) : picture ? (
        <img className="guide-cover" src={picture} alt="" />
      ) : null}
      {videoUrl ? (
        <a href={videoUrl} target="_blank" rel="noreferrer">
          <OpenIcon size={14} /> {t(words.watch)}
          {seconds ? (
            <small>{t(words.length, { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })}</small>
          ) : null}
        </a>
      ) : null}
      <p>{props.steps}</p>
    </div>
  );
}
