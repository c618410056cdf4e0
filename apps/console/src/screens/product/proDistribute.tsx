import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TableSkeleton } from '@cardinal/ui/States.tsx';
import { lazy, Suspense } from 'react';
import { TabbedScreen } from '../../kit/TabbedScreen.tsx';
import { GivenList } from './_products/GivenList.tsx';

const Matrix = lazy(() => import('./_products/Matrix.tsx'));

const words = {
  matrix: text('矩阵', 'Matrix'),
};

/** Distribution to the caller's children: line by line, or children against products. */
export default function ProductDistribution() {
  const t = useText();
  return (
    <TabbedScreen
      tabs={[
        { key: 'list', title: t(nouns.list), content: () => <GivenList /> },
        {
          key: 'matrix',
          title: t(words.matrix),
          content: () => (
            <Suspense fallback={<TableSkeleton columns={8} />}>
              <Matrix />
            </Suspense>
          ),
        },
      ]}
    />
  );
}
