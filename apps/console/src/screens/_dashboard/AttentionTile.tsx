import { type attentionFix, readAttentionTile } from '@cardinal/contract/api/reports/dashboard.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import { CheckIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { lazy, Suspense, useState } from 'react';
import type * as z from 'zod';
import { Panel } from '../../kit/Panel.tsx';
import { Link } from '../../shell/Link.tsx';
import { FigureLines } from './FigureList.tsx';
import { addressOf, type ShownFigure, shownFigures } from './figures.ts';
import { useTile } from './useTile.ts';

const FixSheet = lazy(() => import('./FixSheet.tsx'));

const words = {
  allWell: text('没有需要关注的卡', 'No cards need attention'),
  look: text('去查看', 'View'),
};

type Fix = z.output<typeof attentionFix>;
/** Shorter than the action's own label: the line gives the context. */
const FIXES: Readonly<Record<Fix, Text>> = {
  bind_imei: text('绑定当前设备', 'Bind to current devices'),
  sync_card: text('同步状态', 'Sync status'),
};

/** A work list: each problem with its number of cards, and an action for all of them or a link to their list. */
export function AttentionTile() {
  const t = useText();
  const tile = useTile(readAttentionTile);
  const [begun, setBegun] = useState<{ fix: Fix; figure: ShownFigure }>();
  const figures = tile.data && shownFigures(tile.data.figures);
  const fixes = new Map(tile.data?.figures.map(({ key, fix }) => [key, fix]));
  const button = (figure: ShownFigure) => {
    const fix = fixes.get(figure.key);
    if (fix) {
      return <TextButton onClick={() => setBegun({ fix, figure })}>{t(FIXES[fix])}</TextButton>;
    }
    const [only, ...others] = figure.parts;
    // Several card kinds have one list each, linked below the line.
    return only?.link && others.length === 0 ? <Link to={addressOf(only.link)}>{t(words.look)}</Link> : null;
  };
  return (
    <Panel title={t(nouns.cardsNeedingAttention)} state={tile} asOf={tile.data?.asOf}>
      {figures &&
        (figures.length > 0 ? (
          <FigureLines figures={figures} action={button} />
        ) : (
          <Inline as="p" ink="success">
            <CheckIcon /> {t(words.allWell)}
          </Inline>
        ))}
      {begun ? (
        <Suspense>
          <FixSheet {...begun} onClose={() => setBegun(undefined)} />
        </Suspense>
      ) : null}
    </Panel>
  );
}
