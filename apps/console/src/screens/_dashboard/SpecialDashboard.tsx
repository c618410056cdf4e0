import {
  readActivationsTile,
  readCardsTile,
  readOnlineTile,
  readUsageTile,
} from '@cardinal/contract/api/reports/dashboard.ts';
import { Lifecycle } from '@cardinal/contract/enumerations/card.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { byteAmount, countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Spacer } from '@cardinal/ui/layout/Stack.tsx';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { mayCall } from '../../shell/permissions.ts';
import { ActivationsTile, UsageTile } from './dayTiles.tsx';
import { shownFigures } from './figures.ts';
import { OnlineTile, StoppedTile } from './figureTiles.tsx';
import { TileClock, useTile } from './useTile.ts';

const words = {
  title: text('设备运营大屏', 'Operations wall'),
  enter: text('全屏', 'Full screen'),
  leave: text('退出全屏', 'Exit full screen'),
  total: text('卡总数', 'Cards'),
  today: text('今日新激活', 'Activated today'),
  usage: text('今日用量', 'Used today'),
  unknown: text('—', '—'),
};

/** A wall screen is read from a distance and all day. */
const WALL_EVERY_MS = 30_000;
const CHART_HEIGHT = 260;

function Big(props: { words: Text; value: ReactNode; unit?: string | undefined }) {
  const t = useText();
  return (
    <div>
      <dt>{t(props.words)}</dt>
      <dd>
        {props.value}
        {props.unit ? <small>{props.unit}</small> : null}
      </dd>
    </div>
  );
}

/** The five numbers of the wall screen; none of them is personal. */
function BigNumbers() {
  const t = useText();
  const cards = useTile(readCardsTile).data;
  const online = useTile(readOnlineTile).data;
  const activations = useTile(readActivationsTile).data;
  const usage = useTile(readUsageTile).data;
  const activated = cards?.parts
    .filter((part) => part.lifecycle === Lifecycle.values.activated)
    .reduce((sum, part) => sum + part.count, 0);
  const isOnline = online && shownFigures(online.figures).find((figure) => figure.key === 'online')?.count;
  const used = usage && byteAmount(usage.today);
  const written = (value: number | undefined) => (value === undefined ? t(words.unknown) : countAmount(value));
  return (
    <Grid as="dl" columns="narrow" below="m">
      <Big words={words.total} value={written(cards?.total)} />
      <Big words={nouns.activated} value={written(activated)} />
      <Big words={nouns.online} value={written(isOnline)} />
      <Big words={words.today} value={written(activations?.days.at(-1)?.count)} />
      <Big words={words.usage} value={used?.value ?? t(words.unknown)} unit={used?.unit} />
    </Grid>
  );
}

/** The layout for businesses that run devices: big numbers and curves for a screen on the wall. */
export default function SpecialDashboard() {
  const t = useText();
  const wall = useRef<HTMLDivElement>(null);
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    const follow = () => setIsFull(document.fullscreenElement === wall.current && wall.current !== null);
    document.addEventListener('fullscreenchange', follow);
    return () => document.removeEventListener('fullscreenchange', follow);
  }, []);
  const turn = () => (isFull ? document.exitFullscreen() : wall.current?.requestFullscreen());
  const seesCards = mayCall(readCardsTile);
  return (
    <TileClock value={WALL_EVERY_MS}>
      <div ref={wall} className="wall">
        <Inline gap="m" below="m">
          <h1>{t(words.title)}</h1>
          <Spacer />
          <button type="button" className="button" onClick={() => void turn()}>
            {t(isFull ? words.leave : words.enter)}
          </button>
        </Inline>
        {seesCards ? (
          <>
            <BigNumbers />
            <Grid columns="wide" below="m">
              <ActivationsTile height={CHART_HEIGHT} />
              <UsageTile height={CHART_HEIGHT} />
            </Grid>
            <Grid columns="wide" below="m">
              <OnlineTile />
              <StoppedTile />
            </Grid>
          </>
        ) : null}
      </div>
    </TileClock>
  );
}
