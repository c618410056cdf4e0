import { putPreference, readPreferences } from '@cardinal/contract/api/identity/preferences.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CloseIcon, PlayIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { useEffect, useState } from 'react';
import { call } from '../../http/call.ts';
import { useRead } from '../../kit/useRead.ts';
import { TAKE_TOUR } from './tourWords.ts';

const words = {
  skip: text('不用导览', 'Skip the tour'),
};

/** Kept on the server: an account is offered the tour once, on whichever device. */
const KEY = 'tour.offered';

/** Offers the tour in the header after the first sign-in of an account, until it is taken, refused or passed by. */
export default function TourOffer(props: { current: string; onTake: () => void }) {
  const t = useText();
  const { data } = useRead(readPreferences, {}, { staleTime: Number.POSITIVE_INFINITY });
  /** The screen it is offered on; another one ends it. */
  const [on, setOn] = useState<string>();
  const isNew = data !== undefined && !data.preferences.some(({ key }) => key === KEY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first screen decides, and it is kept once
  useEffect(() => {
    if (!isNew) return;
    setOn(props.current);
    call(putPreference, { body: { key: KEY, value: true } }, { isSilent: true }).catch(() => {});
  }, [isNew]);
  if (on !== props.current) return null;
  const end = () => setOn(undefined);
  const take = () => {
    end();
    props.onTake();
  };
  return (
    <>
      <button type="button" className="button header-edition" aria-label={t(TAKE_TOUR)} onClick={take}>
        <PlayIcon size={14} />
        <span>{t(TAKE_TOUR)}</span>
      </button>
      <button type="button" className="icon-button icon-button-small" aria-label={t(words.skip)} onClick={end}>
        <CloseIcon size={14} />
      </button>
    </>
  );
}
