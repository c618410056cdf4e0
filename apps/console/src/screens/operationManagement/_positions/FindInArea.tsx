import { findInArea, MOST_CORNERS } from '@cardinal/contract/api/cardLookups/positioning.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import type { Corner } from '@cardinal/primitives/area.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Button, Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { useChange } from '../../../kit/change.ts';
import { rectangleOf } from '../../../kit/map/mapModel.ts';
import { PlacesMap } from '../../../kit/map/PlacesMap.tsx';
import type { PlaceName } from '../../../kit/map/placeNames.ts';
import { Panel } from '../../../kit/Panel.tsx';
import { PositionList, pointsOf } from '../../../parts/cardLookups/PositionList.tsx';

const words = {
  rectangle: text('矩形', 'Rectangle'),
  polygon: text('多边形', 'Polygon'),
  rectangleHow: text('在地图上点两个对角', 'Click two opposite corners on the map'),
  polygonHow: text('沿边界依次点击，至少 3 个点', 'Click along the boundary, at least 3 points'),
  note: text(
    '在已查询过位置的卡中，按最近一次位置查找；不向运营商查询，每次查找都会留存。',
    'Searches previously located cards by last position. The carrier is not queried; every search is recorded.',
  ),
  clear: text('清除', 'Clear'),
  cut: text('，可能还有更多，请缩小区域', '; there may be more, use a smaller area'),
};

const HEIGHT = 380;
type Shape = 'rectangle' | 'polygon';

/** An area drawn on the map, and the cards that were last seen in it. */
export function FindInArea(props: { onClose: () => void }) {
  const t = useText();
  const [shape, setShape] = useState<Shape>('rectangle');
  const [clicked, setClicked] = useState<readonly Corner[]>([]);
  const [found, setFound] = useState<AnswerOf<typeof findInArea>>();
  const [names, setNames] = useState<ReadonlyMap<string, PlaceName>>();
  const [picked, setPicked] = useState<string>();
  const finding = useChange(findInArea);
  const area = useMemo(() => {
    const [first, second] = clicked;
    return shape === 'rectangle' && first && second ? rectangleOf(first, second) : clicked;
  }, [shape, clicked]);
  const points = useMemo(() => pointsOf(found?.positions ?? []), [found]);
  const clear = () => {
    setClicked([]);
    setFound(undefined);
  };
  const place = (corner: Corner) => {
    const most = shape === 'rectangle' ? 2 : MOST_CORNERS;
    // A third corner of a rectangle begins another.
    setClicked((before) => (before.length < most ? [...before, corner] : shape === 'rectangle' ? [corner] : before));
    setFound(undefined);
  };
  const find = async () => {
    const answer = await finding.run({ body: { area: area.map(([x, y]): [number, number] => [x, y]) } });
    if (answer) setFound(answer);
  };
  return (
    <Panel title={t(findInArea.summary)}>
      <Inline below="s">
        <Segmented
          size="small"
          value={shape}
          options={[
            { value: 'rectangle' as const, label: t(words.rectangle) },
            { value: 'polygon' as const, label: t(words.polygon) },
          ]}
          onChange={(next) => {
            setShape(next);
            clear();
          }}
        />
        <span>{t(shape === 'rectangle' ? words.rectangleHow : words.polygonHow)}</span>
        <Button size="small" type="primary" disabled={area.length < 3} loading={finding.isRunning} onClick={find}>
          {t(verbs.find)}
        </Button>
        <Button size="small" disabled={clicked.length === 0} onClick={clear}>
          {t(words.clear)}
        </Button>
        <Button size="small" onClick={props.onClose}>
          {t(verbs.close)}
        </Button>
      </Inline>
      <Columns side="third" isSideLast>
        <PlacesMap
          points={points}
          area={area}
          height={HEIGHT}
          onPlace={place}
          onPick={setPicked}
          onNamed={setNames}
          isStill
        />
        <div>
          <Paragraph ink="secondary" role="status">
            {found
              ? `${t(sentences.cards, { n: found.positions.length })}${found.isCut ? t(words.cut) : ''}`
              : t(words.note)}
          </Paragraph>
          {found ? (
            <PositionList positions={found.positions} names={names} picked={picked} height={HEIGHT - 40} />
          ) : null}
        </div>
      </Columns>
    </Panel>
  );
}
