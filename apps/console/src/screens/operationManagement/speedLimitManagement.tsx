import { readSpeedLimit } from '@cardinal/contract/api/speedLimits/limitedCards.ts';
import {
  releaseSpeedBrake,
  speedLimitFigures,
  speedLimits,
  switchSpeedLimit,
} from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { FiguresSkeleton, FiguresStrip } from '@cardinal/ui/FiguresStrip.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { lazy } from 'react';
import { customerFilter } from '../../kit/filters/customerFilter.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { runOf, type Step } from '../../kit/register/registerSpec.ts';
import { useRead } from '../../kit/useRead.ts';
import { PAUSED, RELEASE, WANTED } from '../../parts/control/brakeWords.ts';
import { STATE_LOOKS, STATE_STEPS, STATE_WAYS, type Target } from '../../parts/control/strategyStates.ts';
import { Link } from '../../shell/Link.tsx';
import { KBPS, speedLimitPath } from './_speeds/speedLooks.ts';
import { NEW_SPEED_LIMIT, speedLimitBody, speedLimitValues, useSpeedLimitForm } from './_speeds/useSpeedLimitForm.tsx';

const SwitchSpeedLimit = lazy(() => import('./_speeds/SwitchSpeedLimit.tsx'));

const words = {
  hint: text(
    '选择卡和限速策略或固定速率，先试运行看结果，再启用。',
    'Choose cards and a limit strategy or a fixed speed, run it in shadow to see the result, then turn it on.',
  ),
  figures: text('限速概况', 'Speed limits at a glance'),
  atSpeed: text('限速 {kbps} kbps', 'At {kbps} kbps'),
  long: text('其中 {n} 张超过 30 分钟', '{n} for more than 30 minutes'),
  hasMismatch: text('有应限与已确认不符', 'Has due and confirmed speeds that differ'),
  iccid: text('所含卡的 ICCID', 'ICCID of a card covered'),
};
type Row = RowOf<typeof speedLimits.list>;

function Name({ row }: { row: Row }) {
  const t = useText();
  const note = row.isPaused ? t(PAUSED) : row.wantedBy === null ? undefined : t(WANTED, { name: row.wantedBy });
  return (
    <Stack gap="none">
      <Link to={speedLimitPath(row)}>{row.name}</Link>
      {note === undefined ? null : (
        <Span ink={row.isPaused ? 'danger' : 'secondary'} size="s">
          {note}
        </Span>
      )}
    </Stack>
  );
}

const MOST_SPEEDS = 3;

/** Cards by the speed they have now, and what carriers have not made of what is due. */
function Figures() {
  const t = useText();
  const { data } = useRead(speedLimitFigures, {}, { every: 60_000 });
  if (!data) return <FiguresSkeleton />;
  const { bySpeed, waiting, refused, mismatched, mismatchedLong } = data;
  const most = bySpeed.toSorted((a, b) => b.cards - a.cards).slice(0, MOST_SPEEDS);
  const speeds = most.toSorted((a, b) => a.kbps - b.kbps);
  return (
    <FiguresStrip
      label={t(words.figures)}
      figures={[
        ...(speeds.length === 0
          ? [{ key: 'none', label: t(speedLimits.list.fields.limited.label), value: '0' }]
          : speeds.map(({ kbps, cards }) => ({
              key: String(kbps),
              label: t(words.atSpeed, { kbps }),
              value: countAmount(cards),
            }))),
        { key: 'waiting', label: t(speedLimits.list.fields.waiting.label), value: countAmount(waiting) },
        { key: 'refused', label: t(speedLimits.list.fields.refused.label), value: countAmount(refused) },
        {
          key: 'mismatched',
          label: t(speedLimits.list.fields.mismatched.label),
          value: countAmount(mismatched),
          ...(mismatchedLong > 0 ? { change: t(words.long, { n: countAmount(mismatchedLong) }) } : {}),
        },
      ]}
    />
  );
}

const turnTo = (to: Target): Step<Row> => ({
  key: to,
  label: STATE_STEPS[to],
  call: switchSpeedLimit,
  isOffered: ({ state }) => STATE_WAYS[state].includes(to),
  opens: (row, onClose) => <SwitchSpeedLimit of={row} to={to} onClose={onClose} />,
});

/** Which cards are limited, by which tiers or to which speed, and what their carriers have confirmed. */
export default function SpeedLimitManagement() {
  const t = useText();
  return (
    <RegisterScreen
      register={speedLimits}
      lead={<Figures />}
      columns={[
        { field: 'name', pinned: 'left', width: 190, cell: (row) => <Name row={row} /> },
        { field: 'state', width: 100 },
        {
          field: 'speed',
          width: 280,
          cell: (row) => (row.kbps === null ? row.speed : t(KBPS, { n: row.kbps })),
        },
        { field: 'chosen', width: 180 },
        { field: 'accountName', width: 140 },
        { field: 'cards', width: 90 },
        { field: 'limited', width: 90 },
        { field: 'waiting', width: 90 },
        { field: 'refused', width: 90 },
        { field: 'mismatched', width: 130 },
        { field: 'toDay', width: 110 },
        { field: 'customerName', width: 130 },
        { field: 'fromDay', isOff: true },
        { field: 'platform', width: 120, isOff: true },
        { field: 'templateName', isOff: true },
        { field: 'type', isOff: true },
        { field: 'kbps', isOff: true },
        { field: 'restore', isOff: true },
        { field: 'brake', isOff: true },
        { field: 'revision', isOff: true },
        { field: 'createdBy', isOff: true },
        'updatedAt',
      ]}
      filters={[
        'name',
        'platform',
        'state',
        'isPaused',
        customerFilter('customerId', speedLimits.list.fields.customerName.label),
      ]}
      filterNames={{ hasMismatch: words.hasMismatch }}
      views={[{ title: words.hasMismatch, query: 'hasMismatch=true' }]}
      search={{ key: 'iccid', label: words.iccid }}
      looks={{ state: STATE_LOOKS }}
      rowName={({ name }) => name}
      form={useSpeedLimitForm}
      width={640}
      begin={NEW_SPEED_LIMIT}
      values={speedLimitValues}
      toBody={speedLimitBody}
      steps={[
        { key: 'open', label: verbs.open, call: readSpeedLimit, to: speedLimitPath },
        'edit',
        turnTo('shadow'),
        turnTo('on'),
        turnTo('off'),
        {
          key: 'release',
          label: RELEASE.release,
          isOffered: ({ isPaused }) => isPaused,
          runs: ({ id }) =>
            runOf(
              releaseSpeedBrake,
              { id },
              {
                done: RELEASE.released,
                ask: { title: t(RELEASE.release), body: t(RELEASE.body), confirm: t(RELEASE.release) },
              },
            ),
        },
      ]}
      isEditable={({ state }) => state !== 'on'}
      hint={words.hint}
    />
  );
}
