import { arrangeDashboard } from '@cardinal/contract/api/settings/settings.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Spacer, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button, Checkbox, Select } from 'antd';
import { useState } from 'react';
import { useChange } from '../../kit/change.ts';
import { movedTile, type PlacedTile, type TileSize } from './layouts.ts';
import { TILES } from './tiles.ts';

const words = {
  title: text('排列首页', 'Customize dashboard'),
  saved: text('首页已保存', 'Dashboard saved'),
  size: text('{name} 的宽度', 'Width of {name}'),
};
const SIZES: Readonly<Record<TileSize, ReturnType<typeof text>>> = {
  small: text('四分之一', 'Quarter'),
  medium: text('三分之一', 'Third'),
  large: text('三分之二', 'Two thirds'),
  wide: text('整行', 'Full width'),
};

/** Which tiles are shown, in which order and width: stored for the account. */
export default function ArrangeSheet(props: { tiles: readonly PlacedTile[]; onClose: () => void }) {
  const t = useText();
  const [tiles, setTiles] = useState<readonly PlacedTile[]>(props.tiles);
  const { isRunning, run } = useChange(arrangeDashboard, { done: t(words.saved), onDone: props.onClose });
  const change = (key: string, to: Partial<PlacedTile>) =>
    setTiles(tiles.map((tile) => (tile.key === key ? { ...tile, ...to } : tile)));
  return (
    <Sheet
      isOpen
      width={440}
      title={t(words.title)}
      onClose={props.onClose}
      footer={
        <Inline justify="end">
          <Button onClick={() => void run({ body: { cards: [] } })} disabled={isRunning}>
            {t(verbs.restoreDefault)}
          </Button>
          <Button type="primary" loading={isRunning} onClick={() => void run({ body: { cards: [...tiles] } })}>
            {t(verbs.save)}
          </Button>
        </Inline>
      }
    >
      <Stack as="ol" isDivided>
        {tiles.map((tile, at) => {
          const name = t(TILES[tile.key].name);
          return (
            <Inline as="li" isOneLine key={tile.key}>
              <Checkbox
                checked={tile.isShown}
                onChange={(event) => change(tile.key, { isShown: event.target.checked })}
              >
                {name}
              </Checkbox>
              <Spacer />
              <Select
                aria-label={t(words.size, { name })}
                value={tile.size}
                size="small"
                options={(Object.keys(SIZES) as TileSize[]).map((value) => ({ value, label: t(SIZES[value]) }))}
                onChange={(size) => change(tile.key, { size })}
              />
              <button
                type="button"
                className="icon-button icon-button-small"
                aria-label={t(sentences.moveUp, { name })}
                disabled={at === 0}
                onClick={() => setTiles(movedTile(tiles, tile.key, -1))}
              >
                ↑
              </button>
              <button
                type="button"
                className="icon-button icon-button-small"
                aria-label={t(sentences.moveDown, { name })}
                disabled={at === tiles.length - 1}
                onClick={() => setTiles(movedTile(tiles, tile.key, 1))}
              >
                ↓
              </button>
            </Inline>
          );
        })}
      </Stack>
    </Sheet>
  );
}
