import { listOffered } from '@cardinal/contract/api/cardImports/importSources.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { DetailSkeleton } from '@cardinal/ui/States.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';
import type { Selection } from '../../../kit/table/selection.ts';
import { ListFreshness, type useInventory } from './ListFreshness.tsx';

const words = {
  first: text('先选择通道，再查看其清单中的新卡。', 'Select a carrier account first to see new cards on its list.'),
  foreign: text(
    '该通道不属于本客户，不能拉取。',
    'The account does not belong to your customer; its cards cannot be pulled.',
  ),
  unlisted: text(
    '该运营商的接口无法列出名下的卡，请用文件或号段导入。',
    'This carrier’s interface cannot list its cards. Import a file or number segments instead.',
  ),
  fresh: text('{n} 张新卡', '{n} new {n|card|cards}'),
  help: text(
    '不勾选则拉取全部新卡；可在校验后再决定。',
    'Leave unticked to pull all new cards; you can still decide after validation.',
  ),
  none: text('没有新卡', 'No new cards'),
  noneHint: text('清单上的卡都已入库或正在导入。', 'All listed cards are already in stock or being imported.'),
  failed: text('可拉取的卡加载失败', 'Failed to load cards'),
};
const COLUMNS: readonly ColumnSpec<typeof listOffered>[] = [
  { field: 'iccid', width: 214 },
  { field: 'status', width: 130 },
  'firstSeenAt',
];

/** The account's unmatched cards: all of them, or the selected ones, go into the batch. */
export default function CarrierList(props: {
  readonly carrierAccountId: string | undefined;
  readonly query: ReturnType<typeof useInventory>;
  readonly picked: Selection;
  readonly onPicked: (picked: Selection) => void;
}) {
  const { carrierAccountId, query, picked, onPicked } = props;
  const t = useText();
  if (carrierAccountId === undefined) return <Note tone="plain">{t(words.first)}</Note>;
  if (query.error) return <Note>{t(words.foreign)}</Note>;
  if (!query.data) return <DetailSkeleton />;
  if (!query.data.isListed) return <Note>{t(words.unlisted)}</Note>;
  return (
    <Stack as="section" gap="s" aria-label={t(listOffered.summary)}>
      <Inline as="p" gap="m" ink="secondary" size="m">
        <Span ink="ink" size="base" weight="strong">
          {t(words.fresh, { n: countAmount(query.data.fresh) })}
        </Span>
        <span>{t(words.help)}</span>
      </Inline>
      <ListFreshness carrierAccountId={carrierAccountId} inventory={query.data} />
      <PagedTable
        list={listOffered}
        filters={{ carrierAccountId }}
        columns={COLUMNS}
        label={listOffered.summary}
        empty={{ title: words.none, hint: words.noneHint }}
        failed={words.failed}
        isLive={query.data.isReading}
        selection={picked}
        onSelect={onPicked}
      />
    </Stack>
  );
}
