import { readOnlineTile, readStoppedTile, readWorkTile } from '@cardinal/contract/api/reports/dashboard.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ShareBar } from '@cardinal/ui/layout/Bar.tsx';
import { Panel } from '../../kit/Panel.tsx';
import { FigureBoxes, FigureLines } from './FigureList.tsx';
import { shownFigures } from './figures.ts';
import { useTile } from './useTile.ts';

const words = {
  workSome: text('{n} 项待处理', '{n} to do'),
  onlineShare: text('已激活的卡中 {percent}% 在线', '{percent}% of activated cards are online'),
};

export function WorkTile() {
  const t = useText();
  const tile = useTile(readWorkTile);
  const figures = tile.data && shownFigures(tile.data.figures);
  const waiting = figures
    ?.filter((figure) => figure.tone === 'warning' || figure.tone === 'bad')
    .reduce((sum, figure) => sum + figure.count, 0);
  return (
    <Panel
      title={waiting ? t(words.workSome, { n: countAmount(waiting) }) : t(nouns.toDo)}
      state={tile}
      asOf={tile.data?.asOf}
    >
      {figures && <FigureBoxes figures={figures} />}
    </Panel>
  );
}

export function OnlineTile() {
  const t = useText();
  const tile = useTile(readOnlineTile);
  const percent = tile.data?.onlinePercent ?? null;
  return (
    <Panel
      title={percent === null ? t(nouns.onlineAndSilent) : t(words.onlineShare, { percent })}
      state={tile}
      asOf={tile.data?.asOf}
    >
      {tile.data && (
        <>
          {percent === null ? null : <ShareBar share={percent / 100} tone="success" isThick />}
          <FigureLines figures={shownFigures(tile.data.figures)} />
        </>
      )}
    </Panel>
  );
}

export function StoppedTile() {
  const t = useText();
  const tile = useTile(readStoppedTile);
  return (
    <Panel title={t(nouns.stopReasons)} state={tile} asOf={tile.data?.asOf}>
      {tile.data && <FigureLines figures={shownFigures(tile.data.figures)} hasBars />}
    </Panel>
  );
}
