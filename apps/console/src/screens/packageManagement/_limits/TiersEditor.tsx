import { MOST_TIERS, monthsText } from '@cardinal/contract/api/control/limitTiers.ts';
import { SpeedLimitType } from '@cardinal/contract/enumerations/package.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Tracks } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Button, Select } from 'antd';
import type { OwnControl } from '../../../kit/form/formFields.ts';
import { LabelledStaircase } from '../../../parts/control/Staircase.tsx';
import { VolumeInput } from '../../../parts/control/VolumeInput.tsx';
import {
  drawable,
  type GroupDraft,
  isByMonth,
  NEW_GROUP,
  problemAt,
  shownGroups,
  type TierDraft,
} from './tierDrafts.ts';

const words = {
  from: text('用量达到', 'From a usage of'),
  to: text('限速（kbps）', 'Limit to, kbps'),
  months: text('月份', 'Months'),
  volume: text('第 {n} 段的用量', 'Usage of tier {n}'),
  unit: text('第 {n} 段的单位', 'Unit of tier {n}'),
  speed: text('第 {n} 段的速率', 'Speed of tier {n}'),
  remove: text('删除第 {n} 段', 'Delete tier {n}'),
  add: text('添加分段', 'Add tier'),
  addMonths: text('添加月份', 'Add months'),
};
const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
const COLUMNS = 'minmax(0, 6fr) minmax(0, 5fr) 56px';

type Problem = (at: number, part: 'afterBytes' | 'kbps' | 'month') => string | undefined;

function Tiers(props: {
  tiers: readonly TierDraft[];
  most: number;
  speeds: readonly number[];
  problem: Problem;
  onChange: (tiers: readonly TierDraft[]) => void;
}) {
  const t = useText();
  const { tiers, speeds, problem, onChange } = props;
  const change = (at: number, next: Partial<TierDraft>) =>
    onChange(tiers.map((tier, each) => (each === at ? { ...tier, ...next } : tier)));
  const add = () => {
    const last = tiers.at(-1);
    const slower = speeds.filter((speed) => speed < (last?.kbps ?? 0)).at(-1);
    onChange([...tiers, { value: '', unit: last?.unit ?? 'GB', kbps: slower }]);
  };
  return (
    <>
      <Tracks columns={COLUMNS} align="center" ink="secondary" size="s">
        <span>{t(words.from)}</span>
        <span>{t(words.to)}</span>
        <span />
      </Tracks>
      {tiers.map((tier, at) => {
        const n = at + 1;
        const wrong = [problem(at, 'afterBytes'), problem(at, 'kbps')].filter((each) => each !== undefined);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its place in the order
          <Stack gap="xs" key={at}>
            <Tracks columns={COLUMNS} align="center">
              <VolumeInput
                label={t(words.volume, { n })}
                unitLabel={t(words.unit, { n })}
                value={tier}
                isWrong={problem(at, 'afterBytes') !== undefined}
                onChange={(next) => change(at, next)}
              />
              <Select
                aria-label={t(words.speed, { n })}
                aria-invalid={problem(at, 'kbps') ? true : undefined}
                status={problem(at, 'kbps') ? 'error' : ''}
                placeholder={t(verbs.select)}
                notFoundContent={t(sentences.chooseACarrierFirst)}
                value={tier.kbps}
                options={speeds.toReversed().map((speed) => ({ value: speed, label: String(speed) }))}
                onChange={(kbps: number) => change(at, { kbps })}
              />
              <Button
                type="text"
                danger
                aria-label={t(words.remove, { n })}
                disabled={tiers.length === 1}
                onClick={() => onChange(tiers.filter((_, each) => each !== at))}
              >
                {t(verbs.delete)}
              </Button>
            </Tracks>
            {wrong.map((each) => (
              <Span key={each} ink="danger" size="s" role="alert">
                {each}
              </Span>
            ))}
          </Stack>
        );
      })}
      {tiers.length < props.most ? (
        <Inline>
          <Button size="small" onClick={add}>
            {t(words.add)}
          </Button>
        </Inline>
      ) : null}
    </>
  );
}

/** The tiers of a strategy, by groups of months if it goes by months, each drawn as it is typed. */
export default function TiersEditor({ own, speeds }: { own: OwnControl; speeds: readonly number[] }) {
  const t = useText();
  const type = own.values['type'];
  const all = (own.value ?? [NEW_GROUP]) as readonly GroupDraft[];
  const groups = shownGroups(type, all);
  const byMonth = isByMonth(type);
  const change = (at: number, next: Partial<GroupDraft>) =>
    own.onChange(groups.map((group, each) => (each === at ? { ...group, ...next } : group)));
  const taken = (at: number) => new Set(groups.flatMap(({ months }, each) => (each === at ? [] : months)));
  return (
    <Stack id={own.id} aria-invalid={own.problem ? true : undefined}>
      {groups.map((group, at) => {
        const problem: Problem = (tier, part) => problemAt(own.problems, type, groups, { group: at, at: tier }, part);
        const others = taken(at);
        const noMonth = problem(0, 'month');
        const drawn = drawable(group);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place in the order
          <Box isWell key={at}>
            <Stack gap="s">
              {byMonth ? (
                <Inline isOneLine gap="xs">
                  <Select
                    mode="multiple"
                    aria-label={t(words.months)}
                    aria-invalid={noMonth ? true : undefined}
                    status={noMonth ? 'error' : ''}
                    style={{ width: '100%' }}
                    placeholder={t(words.months)}
                    value={[...group.months]}
                    options={MONTHS.map((month) => ({
                      value: month,
                      label: t(monthsText([month])),
                      disabled: others.has(month),
                    }))}
                    onChange={(months: number[]) => change(at, { months: months.toSorted((a, b) => a - b) })}
                  />
                  <Button
                    type="text"
                    danger
                    disabled={groups.length === 1}
                    onClick={() => own.onChange(groups.filter((_, each) => each !== at))}
                  >
                    {t(verbs.delete)}
                  </Button>
                </Inline>
              ) : null}
              {noMonth ? (
                <Span ink="danger" size="s" role="alert">
                  {noMonth}
                </Span>
              ) : null}
              <Tiers
                tiers={group.tiers}
                most={type === SpeedLimitType.values.reach ? 1 : MOST_TIERS}
                speeds={speeds}
                problem={problem}
                onChange={(tiers) => change(at, { tiers })}
              />
              {drawn.length > 0 ? <LabelledStaircase tiers={drawn} of={groups.flatMap(drawable)} /> : null}
            </Stack>
          </Box>
        );
      })}
      {byMonth && groups.length < 12 ? (
        <Inline>
          <Button onClick={() => own.onChange([...groups, NEW_GROUP])}>{t(words.addMonths)}</Button>
        </Inline>
      ) : null}
    </Stack>
  );
}
