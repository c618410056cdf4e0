import { StrategyTrigger } from '@cardinal/contract/enumerations/esim.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';
import type { Choice, Rule } from '../operationTables.ts';
import type { ChipFacts } from './strategyRules.ts';

export type StayCode =
  | 'closed'
  | 'notFromServer'
  | 'noRule'
  | 'runs'
  | 'noStock'
  | 'allFailed'
  | 'busy'
  | 'dailyLimit'
  | 'minimumStay';

const join = (parts: readonly (Text | undefined)[], zh: string, en: string): Text => {
  const said = parts.filter((part) => part !== undefined);
  return text(said.map((part) => part.zh).join(zh), said.map((part) => part.en).join(en));
};

export function sayChoice({ profileType, country }: Choice): string {
  return country === null ? profileType : `${profileType} (${country})`;
}

/** «首次开机或国家变化，在 DE → DE-LOCAL-1，否则 GLOBAL-2». */
export function ruleText(rule: Rule): Text {
  const triggers = rule.triggers.map((trigger, at): Text => {
    const { zh, en } = StrategyTrigger.labelOf(trigger);
    const label = text(zh, at === 0 ? en : en.charAt(0).toLowerCase() + en.slice(1));
    if (trigger === 'noNetwork') return text(`${label.zh} ${rule.minutes} 分钟`, `${label.en} ${rule.minutes} min`);
    if (trigger === 'roamingDays') return text(`${label.zh} ${rule.days} 天`, `${label.en} ${rule.days} days`);
    return label;
  });
  const countries = rule.countries.join('/');
  const when = join(triggers, '或', ' or ');
  const where = countries === '' ? text('', '') : text(`，在 ${countries}`, ` in ${countries}`);
  const choices = rule.choices.map(sayChoice);
  return text(
    `${when.zh}${where.zh} → ${choices.join('，否则 ')}`,
    `${when.en}${where.en} → ${choices.join(', else ')}`,
  );
}

const ranOut = (missing: readonly string[]): Text | undefined =>
  missing.length === 0
    ? undefined
    : text(`${missing.join('、')} 无库存`, `${missing.join(', ')} ${missing.length > 1 ? 'are' : 'is'} out of stock`);

/** The reason for this number. */
export function reasonText(of: {
  readonly rule: Rule;
  readonly position: number;
  readonly choice: Choice;
  readonly trigger: StrategyTrigger;
  readonly chip: Pick<ChipFacts, 'country'>;
  readonly missing: readonly string[];
  readonly isOnChip: boolean;
}): Text {
  const { position, trigger, chip, choice } = of;
  const label = StrategyTrigger.labelOf(trigger);
  const at = of.rule.choices.indexOf(choice) + 1;
  return join(
    [
      chip.country === null ? label : text(`${label.zh}，在 ${chip.country}`, `${label.en} in ${chip.country}`),
      text(
        `规则 ${position} 的第 ${at} 选择 ${sayChoice(choice)}`,
        `choice ${at} of rule ${position}, ${sayChoice(choice)}`,
      ),
      of.isOnChip ? text('芯片上已有', 'already on the chip') : undefined,
      ranOut(of.missing),
    ],
    '；',
    '; ',
  );
}

/** The reason for doing nothing. */
export function stayText(
  code: StayCode,
  of: {
    readonly rule?: number;
    readonly missing?: readonly string[];
    readonly chip: Pick<ChipFacts, 'running'>;
    readonly switchesPerDay: number;
    readonly minimumStayHours: number;
  },
): Text {
  const { switchesPerDay: perDay, minimumStayHours: hours } = of;
  const runs = of.chip.running?.profileType ?? '';
  const words: Readonly<Record<StayCode, Text>> = {
    closed: text('芯片已注销', 'Chip closed'),
    notFromServer: text(
      '该架构的芯片不能由服务器写号和切换',
      'Chips of this architecture cannot be written or switched by a server',
    ),
    noRule: text('没有适用的规则', 'No matching rule'),
    runs: text(`已在用 ${runs}`, `${runs} runs already`),
    noStock: text('没有可用库存', 'No stock available'),
    allFailed: text('可选码号在一天内都已失败', 'All candidates failed within a day'),
    busy: text('有未完成的操作', 'An operation is in progress on the chip'),
    dailyLimit: text(`一天内已切换 ${perDay} 次`, `${perDay} switches within a day`),
    minimumStay: text(`${runs} 停留未满 ${hours} 小时`, `${runs} has not stayed ${hours} hours`),
  };
  return join(
    [
      of.rule === undefined ? undefined : text(`规则 ${of.rule}`, `Rule ${of.rule}`),
      words[code],
      code === 'noStock' || code === 'runs' ? ranOut(of.missing ?? []) : undefined,
    ],
    '：',
    ': ',
  );
}
