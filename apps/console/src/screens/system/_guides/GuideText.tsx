import { text } from '@cardinal/primitives/text.ts';
import { OpenIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import './guides.css';

const words = {
  watch: text('观看视频', 'Watch the film'),
  length: text('{minutes} 分 {seconds} 秒', '{minutes} min {seconds} s'),
};

/** What a guide says: its film, which opens beside the console, and its steps. */
export function GuideText(props: { videoUrl: string | null; seconds: number | null; steps: string }) {
  const t = useText();
  const { videoUrl, seconds } = props;
  return (
    <div className="guide-text">
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
