import {
  distributePoolPackages,
  listPoolPackageChildren,
  previewPoolPackageRecall,
  recallPoolPackage,
} from '@cardinal/contract/api/packages/poolPackages.ts';
import { DistributionState } from '@cardinal/contract/enumerations/product.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../../kit/CallButton.tsx';
import { FigureCell, figures, LinesTable } from '../../../kit/LinesTable.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { Nothing } from '../../../kit/table/cells.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { DISTRIBUTION_LOOKS } from '../../../parts/catalogue/distributionCells.tsx';
import type { PoolPackage } from './GivePoolPackage.tsx';

const GivePoolPackage = lazy(() => import('./GivePoolPackage.tsx'));
const RecallSheet = lazy(() => import('../../../parts/packages/RecallSheet.tsx'));

const words = {
  title: text('「{name}」的下级', 'Children with “{name}”'),
  none: text('还没有分配给下级。', 'Given to no child yet.'),
  more: text('只显示最近更新的 {n} 个；导出可得全部。', 'The {n} changed last are shown; the export has all.'),
};
const MOST = 200;
const { fields } = listPoolPackageChildren;
const PRICES = ['reservePrice', 'margin', 'minPrice', 'suggestPrice'] as const;

/** The direct children who have a pool package, at which price; one of them repriced, or relieved of it. */
export default function PoolPackageChildren(props: { of: PoolPackage; onClose: () => void }) {
  const t = useText();
  const { of } = props;
  const { data, error, refetch } = useRead(listPoolPackageChildren, { packageId: [of.id], pageSize: MOST } as never);
  const [opened, setOpened] = useState<{ what: 'price' | 'recall'; id: string }>();
  const close = () => setOpened(undefined);
  const child = data?.list.find(({ id }) => id === opened?.id);
  return (
    <Sheet isOpen title={t(words.title, { name: of.name })} width={880} onClose={props.onClose}>
      {data ? (
        data.list.length === 0 ? (
          t(words.none)
        ) : (
          <LinesTable
            heads={[
              fields.customerName.label,
              fields.state.label,
              ...PRICES.map((price) => figures(fields[price].label)),
              nouns.actions,
            ]}
          >
            {data.list.map((row) => (
              <tr key={row.id}>
                <td>{row.customerName}</td>
                <td>
                  <StatusTag {...DISTRIBUTION_LOOKS[row.state]} word={t(DistributionState.labelOf(row.state))} />
                </td>
                {PRICES.map((price) => (
                  <FigureCell key={price}>
                    {row[price] === null ? <Nothing /> : <Money minor={row[price]} />}
                  </FigureCell>
                ))}
                <td>
                  <Inline gap="s">
                    <CallButton
                      call={distributePoolPackages}
                      size="small"
                      onClick={() => setOpened({ what: 'price', id: row.id })}
                    >
                      {t(row.state === 'recalled' ? verbs.distribute : verbs.reprice)}
                    </CallButton>
                    {row.state === 'recalled' ? null : (
                      <CallButton
                        call={recallPoolPackage}
                        size="small"
                        danger
                        onClick={() => setOpened({ what: 'recall', id: row.id })}
                      >
                        {t(verbs.recall)}
                      </CallButton>
                    )}
                  </Inline>
                </td>
              </tr>
            ))}
          </LinesTable>
        )
      ) : (
        <NotLoaded error={error} onRetry={refetch} />
      )}
      {data && data.total > MOST ? t(words.more, { n: MOST }) : null}
      <Suspense fallback={null}>
        {opened?.what === 'recall' ? (
          <RecallSheet
            id={opened.id}
            preview={previewPoolPackageRecall as never}
            recall={recallPoolPackage as never}
            onClose={close}
          />
        ) : null}
        {opened?.what === 'price' && child ? <GivePoolPackage of={of} child={child} onClose={close} /> : null}
      </Suspense>
    </Sheet>
  );
}
