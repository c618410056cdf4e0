import { listMatched } from '@cardinal/contract/api/cardImports/importSources.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { TableSkeleton } from '@cardinal/ui/States.tsx';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { Can } from '../../../shell/Can.tsx';

const MatchedCards = lazy(() => import('./MatchedCards.tsx'));

const words = {
  hint: text('运营商有没有这些卡；不写入任何卡。', 'Checks whether the carrier has these cards. No cards are written.'),
};

type Batch = { readonly id: string; readonly state: string; readonly good: number; readonly imported: number };

/** Which cards of a batch its carrier has, lacks, or lists under another account. Loaded on a click. */
export function MatchBatch({ batch }: { batch: Batch }) {
  const t = useText();
  const [isAsked, setIsAsked] = useState(false);
  const cards = batch.state === 'waiting' ? batch.good : batch.imported;
  if (cards === 0 || batch.state === 'undone') return null;
  if (isAsked) {
    return (
      <Suspense fallback={<TableSkeleton rows={6} columns={4} />}>
        <MatchedCards batchId={batch.id} />
      </Suspense>
    );
  }
  return (
    <Can call={listMatched}>
      <Inline gap="m" ink="secondary">
        <Button onClick={() => setIsAsked(true)}>{t(verbs.compareWithTheCarrier)}</Button>
        <span>{t(words.hint)}</span>
      </Inline>
    </Can>
  );
}
