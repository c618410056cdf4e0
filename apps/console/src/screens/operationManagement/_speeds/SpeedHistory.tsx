import { listSpeedFirings, type readSpeedLimit } from '@cardinal/contract/api/speedLimits/limitedCards.ts';
import { speedLimits } from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { TimeText } from '@cardinal/ui/TimeText.tsx';
import { DetailTabs } from '../../../kit/DetailTabs.tsx';
import { ExportLink } from '../../../kit/export/ExportLink.tsx';
import { LinesTable } from '../../../kit/LinesTable.tsx';
import type { ColumnSpec } from '../../../kit/list/columns.tsx';
import { PagedTable } from '../../../kit/table/PagedTable.tsx';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';
import { FIRINGS } from '../../../parts/control/firingLooks.ts';

const words = {
  noneHint: text(
    '试运行或启用后，卡每到一个分段记录一次。',
    'Once it is in shadow or on, each step a card reaches is recorded here.',
  ),
  versions: text('版本', 'Versions'),
};

const COLUMNS: readonly ColumnSpec<typeof listSpeedFirings>[] = [
  { field: 'iccid', width: 210, cell: ({ iccid }) => <CardNumber iccid={iccid} /> },
  { field: 'step', width: 90 },
  { field: 'kbps', width: 120 },
  { field: 'usedBytes', width: 110 },
  { field: 'countedAt', width: 160 },
  { field: 'isShadow', width: 100 },
  { field: 'firedAt', width: 160 },
  { field: 'customerName', width: 130 },
  { field: 'revision', width: 70 },
];

type Limit = AnswerOf<typeof readSpeedLimit>;

/** The steps that cards reached, and what the limit's versions say. */
export default function SpeedHistory({ limit, onClose }: { limit: Limit; onClose: () => void }) {
  const t = useText();
  const filters = { speedLimitId: limit.id };
  return (
    <Sheet isOpen title={limit.name} width={1000} onClose={onClose}>
      <DetailTabs
        label={limit.name}
        tabs={[
          {
            key: 'firings',
            title: t(listSpeedFirings.summary),
            content: () => (
              <Stack gap="m">
                <Inline justify="end">
                  <ExportLink list={listSpeedFirings} query={filters} columns={COLUMNS}>
                    {t(verbs.export)}
                  </ExportLink>
                </Inline>
                <PagedTable
                  list={listSpeedFirings}
                  filters={filters}
                  columns={COLUMNS}
                  label={listSpeedFirings.summary}
                  empty={{ title: FIRINGS.none, hint: words.noneHint }}
                  failed={FIRINGS.failed}
                  isLive
                />
              </Stack>
            ),
          },
          {
            key: 'versions',
            title: t(words.versions),
            count: limit.versions.length,
            content: () => (
              <LinesTable
                heads={[speedLimits.list.fields.revision.label, nouns.createdAt, speedLimits.list.fields.speed.label]}
              >
                {limit.versions.map((each) => (
                  <tr key={each.revision}>
                    <td>{each.revision}</td>
                    <td>
                      <TimeText at={each.createdAt} />
                      <Span ink="secondary" size="s" isBlock>
                        {each.createdBy}
                      </Span>
                    </td>
                    <td>{each.words}</td>
                  </tr>
                ))}
              </LinesTable>
            ),
          },
        ]}
      />
    </Sheet>
  );
}
