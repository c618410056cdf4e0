import { readReleaseRule, setReleaseRule } from '@cardinal/contract/api/profitSharing/rules.ts';
import { ReleaseRule } from '@cardinal/contract/enumerations/profit.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { TextButton } from '@cardinal/ui/layout/Choices.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { useState } from 'react';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  line: text('分润解冻：{rule}', 'Profit released: {rule}'),
  linear: text('按天线性，{n} 天', 'day by day over {n} days'),
  after: text('{n} 天后', 'after {n} {n|day|days}'),
  title: text('分润解冻规则', 'Release rule'),
  note: text(
    '只影响此后的分润；已冻结的按原规则解冻。',
    'Concerns what is earned from now on; what is frozen keeps its moment.',
  ),
  days: text('天数', 'Days'),
  saved: text('解冻规则已设置', 'Release rule set'),
};

/** From when a customer may use what it earns, to be changed by those above. */
export function ReleaseRuleLine({ customerId }: { customerId: string }) {
  const t = useText();
  const [isEditing, setIsEditing] = useState(false);
  const { data } = useRead(readReleaseRule, { customerId });
  if (!data) return null;
  const { rule, days } = data;
  const said =
    days > 0 ? t(rule === 'linearByDay' ? words.linear : words.after, { n: days }) : t(ReleaseRule.labelOf(rule));
  return (
    <Paragraph ink="secondary">
      {t(words.line, { rule: said })}{' '}
      {data.offersChange ? <TextButton onClick={() => setIsEditing(true)}>{t(verbs.edit)}</TextButton> : null}
      {isEditing ? (
        <FormDrawer
          endpoint={setReleaseRule}
          title={t(words.title)}
          intro={t(words.note)}
          initial={{ customerId, rule, days }}
          fields={[
            {
              name: 'rule',
              kind: 'select',
              label: ReleaseRule.title,
              options: ReleaseRule.options.map(({ value, label }) => ({ value, label })),
            },
            {
              name: 'days',
              kind: 'integer',
              label: words.days,
              isHidden: ({ rule: picked }) => picked !== 'afterDays' && picked !== 'linearByDay',
            },
          ]}
          done={t(words.saved)}
          onClose={() => setIsEditing(false)}
        />
      ) : null}
    </Paragraph>
  );
}
