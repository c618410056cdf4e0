import { listCardScopeGaps, type listCardScopes } from '@cardinal/contract/api/cardImports/cardScopes.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import type { ReactNode } from 'react';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';

const words = {
  missing: text('未生成', 'Not created yet'),
  ofAll: text('{missing} / {numbers}', '{missing} of {numbers}'),
  export: text('导出缺口', 'Export gaps'),
  none: text('没有缺口', 'No gaps'),
  noneHint: text('号段内的号码都已是卡。', 'Every number in the segment already has a card.'),
  failed: text('缺口加载失败', 'Failed to load gaps'),
};
const COLUMNS: readonly ColumnSpec<typeof listCardScopeGaps>[] = [
  { field: 'startNumber', width: 220 },
  { field: 'endNumber', width: 220 },
  { field: 'numbers', width: 110 },
];

/** The numbers of a segment without cards, as ranges; `action` creates the cards. */
export default function SegmentGaps(props: {
  segment: RowOf<typeof listCardScopes>;
  action: ReactNode;
  onClose: () => void;
}) {
  const t = useText();
  const { segment } = props;
  const counts = { missing: countAmount(segment.missing), numbers: countAmount(segment.numbers) };
  return (
    <Sheet isOpen width={640} title={t(listCardScopeGaps.summary)} onClose={props.onClose}>
      <FactsList
        facts={[
          { label: nouns.segment, value: `${segment.startIccid} – ${segment.endIccid}` },
          { label: words.missing, value: t(words.ofAll, counts) },
        ]}
      />
      <Inline justify="between" above="l" below="s">
        {props.action}
        <ExportLink list={listCardScopeGaps} query={{ segmentId: segment.id }} columns={COLUMNS}>
          {t(words.export)}
        </ExportLink>
      </Inline>
      <PagedTable
        list={listCardScopeGaps}
        filters={{ segmentId: segment.id }}
        columns={COLUMNS}
        label={nouns.gaps}
        empty={{ title: words.none, hint: words.noneHint }}
        failed={words.failed}
      />
    </Sheet>
  );
}
