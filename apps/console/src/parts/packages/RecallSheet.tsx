import { previewPackageRecall, recallPackage } from '@cardinal/contract/api/packages/packageDistributions.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Box } from '@cardinal/ui/layout/Box.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { Radio } from 'antd';
import { useState } from 'react';
import { useChange } from '../../kit/change.ts';
import { LinesTable } from '../../kit/LinesTable.tsx';
import { useRead } from '../../kit/useRead.ts';
import { IndentedCustomer, RECALLED, RecallFrame } from '../catalogue/RecallFrame.tsx';

const words = {
  running: text(
    '已在卡上的套餐继续运行到期；收回后不能再订购。',
    'Packages already on cards run on to their end. No new orders are possible.',
  ),
  scope: text('收回范围', 'Recalled from'),
  one: text('只从 {name} 收回', 'Only {name}'),
  oneNote: text(
    '其下 {n} 个客户停止销售；重新分配给 {name} 后，他们按原价恢复。',
    'The {n} {n|customer|customers} below cannot sell it until {name} has it again, then at their old prices.',
  ),
  all: text('从 {name} 和其下所有客户收回', '{name} and everyone below'),
  allNote: text('再次销售须逐级重新分配并定价。', 'To sell it again, it has to be given and priced at every level.'),
  effect: text('影响', 'Effect'),
  stops: text('停止销售', 'Sale stops'),
};

/** What a recall does to each customer, before it is done; of what was given to resell, if nothing else is said. */
export default function RecallSheet(props: {
  id: string;
  preview?: typeof previewPackageRecall;
  recall?: typeof recallPackage;
  onClose: () => void;
}) {
  const t = useText();
  const { id, preview = previewPackageRecall, recall = recallPackage } = props;
  const [cascade, setCascade] = useState(false);
  const { data, error, refetch } = useRead(preview, { id }, { staleTime: 0 });
  const recalling = useChange(recall, {
    done: ({ customers }) => t(RECALLED, { n: countAmount(customers) }),
    onDone: props.onClose,
  });
  const all = data?.customers ?? [];
  const name = data?.customerName ?? '';
  const choices = [
    { value: false, title: t(words.one, { name }), note: t(words.oneNote, { n: all.length - 1, name }) },
    { value: true, title: t(words.all, { name }), note: t(words.allNote) },
  ];
  return (
    <RecallFrame
      code={data?.packageCode}
      customers={data && (cascade ? all.length : 1)}
      isRunning={recalling.isRunning}
      error={error}
      onRetry={refetch}
      onRecall={() => void recalling.run({ body: { id, cascade } })}
      onClose={props.onClose}
    >
      <Paragraph below="m">{t(words.running)}</Paragraph>
      {all.length > 1 ? (
        <Box isDivided below="m" role="radiogroup" aria-label={t(words.scope)}>
          {choices.map(({ value, title, note }) => (
            <div key={title}>
              <Radio checked={cascade === value} onChange={() => setCascade(value)}>
                {title}
                <Span isBlock size="s" ink="secondary">
                  {note}
                </Span>
              </Radio>
            </div>
          ))}
        </Box>
      ) : null}
      <LinesTable heads={[nouns.customer, words.effect]}>
        {all.map((customer) => (
          <tr key={customer.id}>
            <IndentedCustomer {...customer} />
            <td>{t(cascade || customer.depth === 0 ? verbs.recall : words.stops)}</td>
          </tr>
        ))}
      </LinesTable>
    </RecallFrame>
  );
}
