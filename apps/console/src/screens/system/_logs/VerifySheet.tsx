import { verifyOperations } from '@cardinal/contract/api/audit/audit.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { call } from '../../../http/call.ts';
import DateRange, { type RangeValue } from '../../../kit/DateRange.tsx';

const words = {
  note: text(
    '每条日志都与前一条串成链。校验会重新计算这条链，指出第一处被改动、删除或插入的位置。不选时间则校验全部。',
    'Each log entry is chained to the previous one. Verification recomputes the chain and reports the first place where an entry was changed, removed or inserted. Without a period, the whole log is verified.',
  ),
  verify: text('开始校验', 'Verify'),
  whole: text(
    '校验通过：{n} 条连续且未被改动，{waiting} 条等待封存',
    'Verified: {n} {n|entry|entries} in order and unchanged; {waiting} not sealed yet',
  ),
  outside: text('与数据库之外保存的 {n} 条记录一致', 'Matches {n} {n|record|records} kept outside the database'),
  noneOutside: text(
    '此服务进程还没有数据库之外的记录，看不出末尾是否被截去；日志每分钟封存一次，请稍后再校验',
    'This server process has no record outside the database yet, so a cut end would not be seen. The log is sealed every minute; verify again later.',
  ),
  broken: text('第 {seq} 号不符：{problem}', 'Entry {seq} does not match: {problem}'),
};

type Found = AnswerOf<typeof verifyOperations>;

/** Recomputes the hash chain of the log over a period or all of it, and reports the result. */
export default function VerifySheet(props: { period: RangeValue; onClose: () => void }) {
  const t = useText();
  const [period, setPeriod] = useState(props.period);
  const [found, setFound] = useState<Found>();
  const [isVerifying, setIsVerifying] = useState(false);

  const choose = (next: RangeValue) => {
    setPeriod(next);
    setFound(undefined);
  };
  const outsideWords = ({ outside }: Found) =>
    outside > 0 ? t(words.outside, { n: countAmount(outside) }) : t(words.noneOutside);
  const verify = async () => {
    setIsVerifying(true);
    try {
      setFound(await call(verifyOperations, { query: period ? { from: period[0], to: period[1] } : {} }));
    } finally {
      setIsVerifying(false);
    }
  };

  return (
    <Sheet
      isOpen
      title={t(verbs.verifyLogChain)}
      width={520}
      onClose={props.onClose}
      footer={
        <Inline justify="end">
          <Button onClick={props.onClose}>{t(verbs.close)}</Button>
          <Button type="primary" loading={isVerifying} onClick={() => void verify()}>
            {t(words.verify)}
          </Button>
        </Inline>
      }
    >
      <Stack>
        <Paragraph ink="secondary">{t(words.note)}</Paragraph>
        <label htmlFor="verify-period">{t(nouns.period)}</label>
        <DateRange
          id="verify-period"
          label={t(nouns.period)}
          value={period}
          onChange={choose}
          range={{ limit: false }}
        />
        {found ? (
          <Alert
            showIcon
            type={found.isWhole ? (found.outside > 0 ? 'success' : 'warning') : 'error'}
            title={
              found.isWhole
                ? t(words.whole, { n: countAmount(found.checked), waiting: countAmount(found.unsealed) })
                : t(words.broken, { seq: found.brokenAt ?? '', problem: found.problem ?? '' })
            }
            description={found.isWhole ? outsideWords(found) : undefined}
          />
        ) : null}
      </Stack>
    </Sheet>
  );
}
