import { type previewTransfer, transferCards, transferLabels } from '@cardinal/contract/api/pools/myPool.ts';
import { listPoolCards } from '@cardinal/contract/api/pools/poolCards.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { ToggleChip } from '@cardinal/ui/layout/Choices.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { lazy, Suspense, useState } from 'react';
import type { Picked } from '../../../kit/bulk/BulkBar.tsx';
import { CallButton } from '../../../kit/CallButton.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';
import { CARD_WORDS } from '../../../parts/cards/cardColumns.tsx';
import { cardOfPool, poolTexts } from '../../../parts/pools/poolTexts.ts';
import { can } from '../../../shell/permissions.ts';
import type { MyPool } from './PoolPane.tsx';
import { TransferEffect } from './TransferEffect.tsx';

const TransferForm = lazy(() => import('./TransferForm.tsx'));

const words = {
  which: text('先选源卡池和目标卡池', 'Choose both pools first'),
  whichHint: text(
    '再勾选要转移的卡，或粘贴号码；上方会显示转移后的情况。',
    'Then tick cards or paste numbers; what the move makes of both pools is shown above.',
  ),
  byNumbers: text('按号码转移', 'By numbers'),
};

type Doing = { readonly picked?: Picked; readonly done?: () => void };

/** The cards of the source, to be ticked or named by their numbers. */
export function CardsToMove(props: {
  from: MyPool | undefined;
  to: MyPool | undefined;
  preview: AnswerOf<typeof previewTransfer> | undefined;
  isFromNextCycle: boolean;
  onNextCycle: (isNext: boolean) => void;
  onTick: (picked: Picked | undefined) => void;
}) {
  const t = useText();
  const { from, to, preview, isFromNextCycle, onNextCycle } = props;
  const [doing, setDoing] = useState<Doing>();
  if (!from) return <EmptyState title={t(words.which)} hint={t(words.whichHint)} />;
  const end = () => setDoing(undefined);
  return (
    <>
      <ListScreen
        list={listPoolCards}
        name="myPool.cards"
        title={listPoolCards.summary}
        fixed={{ poolId: from.id, own: 'true', state: ['in'] }}
        columns={[
          {
            field: 'iccid',
            pinned: 'left',
            width: 220,
            cell: (row) => (
              <CardNumber
                iccid={row.iccid}
                to={can('cardPool.viewCard') ? cardOfPool(row, from.poolCode) : undefined}
              />
            ),
          },
          { field: 'lifecycle', width: 100 },
          { field: 'contributed', width: 110 },
          { field: 'used', width: 110 },
          { field: 'sharePercent', width: 100 },
          { field: 'capBytes', width: 100 },
          { field: 'customerName', width: 150 },
          'joinedAt',
          { field: 'stoppedBy', isOff: true },
        ]}
        filters={['iccid', 'lifecycle', { field: 'joinedAt', range: { mode: 'any' } }]}
        rowName={(row) => row.iccid}
        unit={CARD_WORDS.unit}
        onTick={props.onTick}
        bulk={
          to
            ? [
                {
                  key: 'transfer',
                  label: transferCards.summary,
                  call: transferCards,
                  onPick: (picked, done) => setDoing({ picked, done }),
                },
              ]
            : []
        }
        actions={
          to ? (
            <CallButton call={transferCards} onClick={() => setDoing({})}>
              {t(words.byNumbers)}
            </CallButton>
          ) : null
        }
        notice={
          to ? (
            <Stack gap="s">
              <Inline>
                <ToggleChip isOn={!isFromNextCycle} onClick={() => onNextCycle(false)}>
                  {t(transferLabels.now)}
                </ToggleChip>
                <ToggleChip isOn={isFromNextCycle} onClick={() => onNextCycle(true)}>
                  {t(transferLabels.nextCycle)}
                </ToggleChip>
              </Inline>
              {preview ? <TransferEffect preview={preview} /> : null}
            </Stack>
          ) : (
            <Inline ink="secondary">{t(words.which)}</Inline>
          )
        }
        empty={{ title: poolTexts.noCards }}
      />
      <Suspense fallback={null}>
        {doing && to ? (
          <TransferForm
            from={from}
            to={to}
            picked={doing.picked}
            isFromNextCycle={isFromNextCycle}
            onDone={doing.done}
            onClose={end}
          />
        ) : null}
      </Suspense>
    </>
  );
}
