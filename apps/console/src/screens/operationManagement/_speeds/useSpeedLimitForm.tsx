import { speedLimitChoices, speedLimits } from '@cardinal/contract/api/speedLimits/speedLimits.ts';
import { FlowRestore } from '@cardinal/contract/enumerations/control.ts';
import type { Choice } from '@cardinal/contract/framework/fields.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import type { FormFields, Values } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';
import { BRAKE_HELP, WHICH_CARDS } from '../../../parts/control/strategyForms.ts';
import { CountCards } from './CountCards.tsx';

const words = {
  whichHelp: text(
    '指定的卡，加上同时满足产品和标签的卡；只算本客户及下级在该通道内的卡。',
    'The cards named, and those that meet both product and tags; of this customer and those below, on this account.',
  ),
  numbersHelp: text('每行一个 ICCID 或号码，最多 1,000 个。', 'One ICCID or number a line, at most 1,000.'),
  covers: text('范围内卡数', 'Cards covered'),
  speed: text('限多少', 'How much'),
  way: text('限速方式', 'By'),
  byTiers: text('按用量分段', 'Tiers of usage'),
  fixed: text('固定速率', 'One fixed speed'),
  when: text('何时', 'When'),
  restoreHelp: text('到期后解除该次限速。', 'What ends the limit of a step.'),
};
type Row = RowOf<typeof speedLimits.list>;

const TIERS = 'tiers';
const FIXED = 'fixed';
const named = (each: { id: string; name: string }): Choice => ({ value: each.id, label: text(each.name, each.name) });

/** What a form shows of a limit that is not a field of it as it is. */
export const speedLimitValues = ({ kbps }: Row): Values => ({ way: kbps === null ? TIERS : FIXED });
export const NEW_SPEED_LIMIT: Values = {
  way: TIERS,
  productCodes: [],
  tagIds: [],
  cardNumbers: '',
  restore: 'cycle',
  brake: 5_000,
};
export function speedLimitBody({ way, counted: _, brake, fromDay, toDay, ...values }: Values): Values {
  const isFixed = way === FIXED;
  return {
    ...values,
    brake: Number(brake),
    fromDay: fromDay || null,
    toDay: toDay || null,
    limitStrategyId: isFixed ? null : values['limitStrategyId'] || null,
    kbps: isFixed ? (values['kbps'] ?? null) : null,
  };
}

/** The fields of a speed limit: which cards, how much, and when. */
export function useSpeedLimitForm(row: Row | undefined): FormFields {
  const { data } = useRead(speedLimitChoices, row ? { id: row.id } : {});
  const accountIn = (values: Values) => row?.carrierAccountId ?? String(values['carrierAccountId'] ?? '');
  const accounts = data?.accounts ?? [];
  // The options of a form do not follow its values: those of every carrier are offered, and the server says what does not fit.
  const own = accounts.filter(({ id }) => row === undefined || id === row.carrierAccountId);
  const platforms = new Set(own.map(({ platform }) => platform));
  const speeds = [...new Set(own.flatMap((account) => account.speeds))].sort((a, b) => b - a);
  const ofCarrier = <T extends { platform: number }>(list: readonly T[] | undefined) =>
    (list ?? []).filter(({ platform }) => platforms.has(platform as never));
  return [
    { name: 'name', kind: 'text', maxLength: 30 },
    {
      name: 'carrierAccountId',
      kind: 'select',
      label: nouns.carrierAccount,
      options: accounts.map(named),
      isSearchable: true,
    },
    {
      name: 'productCodes',
      kind: 'multiple',
      section: WHICH_CARDS,
      help: words.whichHelp,
      isSearchable: true,
      isRequired: false,
      options: ofCarrier(data?.products).map(named),
    },
    { name: 'tagIds', kind: 'multiple', isSearchable: true, isRequired: false, options: (data?.tags ?? []).map(named) },
    { name: 'cardNumbers', kind: 'list', max: 1_000, help: words.numbersHelp, isRequired: false },
    {
      name: 'counted',
      kind: 'own',
      label: words.covers,
      isRequired: false,
      control: ({ id, values }) => (
        <CountCards id={id} limitId={row?.id} accountId={accountIn(values)} values={values} />
      ),
    },
    {
      name: 'way',
      kind: 'select',
      section: words.speed,
      label: words.way,
      options: [
        { value: TIERS, label: words.byTiers },
        { value: FIXED, label: words.fixed },
      ],
    },
    {
      name: 'limitStrategyId',
      kind: 'select',
      label: speedLimits.list.fields.templateName.label,
      isSearchable: true,
      isRequired: true,
      options: ofCarrier(data?.limitStrategies).map(named),
      isHidden: ({ way }) => way === FIXED,
    },
    {
      name: 'kbps',
      kind: 'select',
      isRequired: true,
      options: speeds.map((kbps) => ({ value: kbps, label: text(`${kbps} kbps`, `${kbps} kbps`) })),
      isHidden: ({ way }) => way !== FIXED,
    },
    {
      name: 'restore',
      kind: 'select',
      help: words.restoreHelp,
      options: FlowRestore.options,
      isHidden: ({ way }) => way === FIXED,
    },
    { name: 'fromDay', kind: 'day', section: words.when, isRequired: false },
    { name: 'toDay', kind: 'day', isRequired: false },
    { name: 'brake', kind: 'integer', help: BRAKE_HELP },
  ];
}
