import { sentences } from '@cardinal/contract/words.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { type ComponentType, useEffect, useState } from 'react';
import type { WorldDrawingProps } from './WorldDrawing.tsx';
import './worldMap.css';

const words = { failed: sentences.mapFailed };

/** A highlighted country with its tooltip. */
export type Marked = {
  readonly code: string;
  readonly name: string;
  /** 1 to 5, the darkest for the most. */
  readonly shade: number;
  readonly detail?: string;
};

export type WorldMapProps = {
  readonly marked: readonly Marked[];
  /** Names of the other countries, by their ISO code. */
  readonly nameOf: (code: string) => string;
  /** The text for screen readers; the same data is beside it as a list or table. */
  readonly spoken: string;
  readonly height: number;
  /** What the shades stand for, from the least. */
  readonly legend?: readonly string[];
};

/**
 * Countries on a world map, zoomed in as far as they allow. Code and outlines are loaded with the first map; no third party is
 * contacted.
 */
export function WorldMap(props: WorldMapProps) {
  const t = useText();
  const [opened, setOpened] = useState<{
    Drawing: ComponentType<WorldDrawingProps>;
    world: WorldDrawingProps['world'];
  }>();
  const [isFailed, setIsFailed] = useState(false);
  useEffect(() => {
    let isGone = false;
    Promise.all([import('./WorldDrawing.tsx'), import('./world.json')]).then(
      ([{ WorldDrawing }, { default: world }]) => {
        if (!isGone) setOpened({ Drawing: WorldDrawing, world: world as unknown as WorldDrawingProps['world'] });
      },
      () => setIsFailed(true),
    );
    return () => {
      isGone = true;
    };
  }, []);
  if (isFailed) return <Paragraph ink="secondary">{t(words.failed)}</Paragraph>;
  return (
    <div className="world-map" style={{ height: props.height }}>
      {opened ? <opened.Drawing {...props} world={opened.world} /> : null}
    </div>
  );
}
