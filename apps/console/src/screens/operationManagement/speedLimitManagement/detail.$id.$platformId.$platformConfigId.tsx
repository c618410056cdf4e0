import {
  exemptFromSpeed,
  liftSpeeds,
  listLimitedCards,
  listSpeedFirings,
  readSpeedLimit,
  retrySpeeds,
} from '@cardinal/contract/api/speedLimits/limitedCards.ts';
import { speedLimits, switchSpeedLimit } from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import { Platform } from '@cardinal/contract/enumerations/card.ts';
import { OperationState } from '@cardinal/contract/enumerations/operationStrategy.ts';
import { SpeedGovernor } from '@cardinal/contract/enumerations/speedLimit.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Badge, Span } from '@cardinal/ui/layout/Text.tsx';
import { StatusTag } from '@cardinal/ui/StatusTag.tsx';
import { lazy, Suspense, useState } from 'react';
import type { Picked } from '../../../kit/bulk/BulkBar.tsx';
import { CallButton } from '../../../kit/CallButton.tsx';
import { useChange } from '../../../kit/change.ts';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { ListScreen } from '../../../kit/list/ListScreen.tsx';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { CardNumber } from '../../../parts/cards/CardNumber.tsx';
import { CARD_WORDS } from '../../../parts/cards/cardColumns.tsx';
import { PAUSED } from '../../../parts/control/brakeWords.ts';
import { STATE_LOOKS, STATE_STEPS, STATE_WAYS, type Target } from '../../../parts/control/strategyStates.ts';
import { useParameters, usePlace } from '../../../shell/screenContext.ts';
import { SpeedSteps } from '../_speeds/SpeedSteps.tsx';
import { SPEED_LOOKS } from '../_speeds/speedLooks.ts';

const SpeedHistory = lazy(() => import('../_speeds/SpeedHistory.tsx'));
const SwitchSpeedLimit = lazy(() => import('../_speeds/SwitchSpeedLimit.tsx'));

const words = {
  failed: text('限速加载失败', 'Failed to load the speed limit'),
  lift: text('解除限速', 'Lift'),
  liftQuestion: text('解除 {n} 张卡的限速？', 'Lift the speed limit of {n} {n|card|cards}?'),
  liftEffect: text(
    '运营商确认后恢复；已到达的分段在本账期内不再限这些卡，到下一分段仍会限。',
    'They are free once the carrier confirms. The steps they have reached limit them no more in this cycle; the next step does.',
  ),
  lifted: text('已下发解除 {n} 张卡的限速', 'Asked to lift the limit of {n} {n|card|cards}'),
  retried: text('已重新下发 {n} 张卡', 'Asked again for {n} {n|card|cards}'),
  exempt: text('豁免', 'Exempt'),
  exempted: text('已设置 {n} 张卡的豁免', 'Set for {n} {n|card|cards}'),
  until: text('豁免至', 'Exempt until'),
  untilHelp: text('含当天；留空则取消豁免。', 'That day included; empty ends the exemption.'),
  none: text('范围内没有卡', 'It covers no cards'),
  noneHint: text('修改产品、标签或卡号后再看。', 'Change its product, tags or card numbers.'),
};
const MISMATCH = speedLimits.list.fields.mismatched.label;
const MOST = 500;

type Limit = AnswerOf<typeof readSpeedLimit>;
type Row = RowOf<typeof listLimitedCards>;

function Head({ limit, onHistory }: { limit: Limit; onHistory: () => void }) {
  const t = useText();
  const [to, turnTo] = useState<Target>();
  return (
    <Box>
      <Stack gap="m">
        <Inline justify="between">
          <Inline>
            <Span weight="strong">{limit.name}</Span>
            <StatusTag {...STATE_LOOKS[limit.state]} word={t(OperationState.labelOf(limit.state))} />
            <Badge>{t(Platform.labelOf(limit.platform))}</Badge>
            <Span ink="secondary" size="s">
              {[limit.accountName, limit.customerName, limit.speed, limit.chosen].join(' · ')}
            </Span>
            {limit.isPaused ? (
              <Span ink="danger" size="s">
                {t(PAUSED)}
              </Span>
            ) : null}
          </Inline>
          <Inline>
            <CallButton call={listSpeedFirings} onClick={onHistory}>
              {t(listSpeedFirings.summary)}
            </CallButton>
            {STATE_WAYS[limit.state].map((each) => (
              <CallButton key={each} call={switchSpeedLimit} onClick={() => turnTo(each)}>
                {t(STATE_STEPS[each])}
              </CallButton>
            ))}
          </Inline>
        </Inline>
        <SpeedSteps limit={limit} />
      </Stack>
      <Suspense fallback={null}>
        {to ? <SwitchSpeedLimit of={limit} to={to} onClose={() => turnTo(undefined)} /> : null}
      </Suspense>
    </Box>
  );
}

function Governor({ row: { governor, governedBy } }: { row: Row }) {
  const t = useText();
  if (governor === null) return null;
  return (
    <Stack gap="none">
      <span>{t(SpeedGovernor.labelOf(governor))}</span>
      {governedBy === null ? null : (
        <Span ink="secondary" size="s">
          {governedBy}
        </Span>
      )}
    </Stack>
  );
}

const idsOf = (picked: Picked): string[] => (picked.kind === 'ids' ? picked.ids.slice(0, MOST) : []);

/** The cards of a limit: what they have used, which speed is due, asked and confirmed, and what governs. */
function Cards({ limit }: { limit: Limit }) {
  const t = useText();
  const [isShown, show] = useState(false);
  const [exempting, exempt] = useState<{ ids: readonly string[]; done?: () => void }>();
  const lifting = useChange(liftSpeeds, { done: ({ cards }) => t(words.lifted, { n: countAmount(cards) }) });
  const retrying = useChange(retrySpeeds, { done: ({ cards }) => t(words.retried, { n: countAmount(cards) }) });
  const { id } = limit;
  const lift = async (cardIds: string[], done?: () => void) => {
    const answer = await lifting.confirm({
      title: t(words.liftQuestion, { n: countAmount(cardIds.length) }),
      body: <p>{t(words.liftEffect)}</p>,
      confirm: t(words.lift),
      isDanger: true,
      sends: { body: { id, cardIds } },
    });
    if (answer) done?.();
  };
  const retry = async (cardIds: string[], done?: () => void) => {
    if (await retrying.run({ body: { id, cardIds } })) done?.();
  };
  return (
    <>
      <ListScreen
        list={listLimitedCards}
        fixed={{ speedLimitId: id }}
        lead={<Head limit={limit} onHistory={() => show(true)} />}
        isMoving={({ state }) => state === 'waiting'}
        looks={{ state: SPEED_LOOKS }}
        columns={[
          { field: 'iccid', pinned: 'left', width: 210, cell: ({ iccid }) => <CardNumber iccid={iccid} /> },
          { field: 'state', width: 150 },
          { field: 'step', width: 90 },
          { field: 'usedBytes', width: 110 },
          { field: 'dueKbps', width: 110 },
          { field: 'askedKbps', width: 120 },
          { field: 'confirmedKbps', width: 130 },
          { field: 'governor', width: 150, cell: (row) => <Governor row={row} /> },
          { field: 'since', width: 160 },
          { field: 'words', width: 200 },
          { field: 'customerName', width: 130 },
          { field: 'exemptUntil', width: 110 },
          { field: 'countedAt', width: 160, isOff: true },
          { field: 'governedBy', width: 150, isOff: true },
        ]}
        filters={['iccid', 'state', 'step']}
        filterNames={{ isMismatched: MISMATCH }}
        views={[{ title: MISMATCH, query: 'isMismatched=true' }]}
        rowName={({ iccid }) => iccid}
        rowActions={(row) => [
          ...(row.state === 'refused'
            ? [{ key: 'retry', label: t(retrySpeeds.summary), call: retrySpeeds, onPick: () => void retry([row.id]) }]
            : []),
          ...(row.governor === 'assignment'
            ? [
                {
                  key: 'lift',
                  label: t(words.lift),
                  call: liftSpeeds,
                  isDanger: true,
                  onPick: () => void lift([row.id]),
                },
              ]
            : []),
          { key: 'exempt', label: t(words.exempt), call: exemptFromSpeed, onPick: () => exempt({ ids: [row.id] }) },
        ]}
        bulk={[
          {
            key: 'retry',
            label: retrySpeeds.summary,
            call: retrySpeeds,
            onPick: (picked, done) => void retry(idsOf(picked), done),
          },
          {
            key: 'lift',
            label: words.lift,
            call: liftSpeeds,
            isDanger: true,
            onPick: (picked, done) => void lift(idsOf(picked), done),
          },
          {
            key: 'exempt',
            label: words.exempt,
            call: exemptFromSpeed,
            onPick: (picked, done) => exempt({ ids: idsOf(picked), done }),
          },
        ]}
        unit={CARD_WORDS.unit}
        empty={{ title: words.none, hint: words.noneHint }}
      />
      {exempting ? (
        <FormDrawer
          endpoint={exemptFromSpeed}
          title={t(exemptFromSpeed.summary)}
          fields={[{ name: 'until', kind: 'day', label: words.until, help: words.untilHelp, isRequired: false }]}
          toBody={({ until }) => ({ id, cardIds: [...exempting.ids], until: until || null })}
          done={({ cards }) => {
            exempting.done?.();
            return t(words.exempted, { n: countAmount(cards) });
          }}
          onClose={() => exempt(undefined)}
        />
      ) : null}
      <Suspense fallback={null}>{isShown ? <SpeedHistory limit={limit} onClose={() => show(false)} /> : null}</Suspense>
    </>
  );
}

/** One speed limit on its carrier account. */
export default function SpeedLimitDetail() {
  const t = useText();
  const { id = '', platformId = '', platformConfigId = '' } = useParameters();
  const { match } = usePlace();
  const isAsked =
    /^[1-9]\d{0,18}$/.test(id) && /^\d{1,2}$/.test(platformId) && /^[1-9]\d{0,18}$/.test(platformConfigId);
  const { data, error, refetch } = useRead(
    readSpeedLimit,
    isAsked && { id, platform: Number(platformId), carrierAccountId: platformConfigId },
    { every: 60_000 },
  );
  if (data) return <Cards key={data.id} limit={data} />;
  return (
    <>
      <h1>{t(match.route.title)}</h1>
      <NotLoaded failed={words.failed} error={error ?? null} onRetry={refetch} asked={id} />
    </>
  );
}
