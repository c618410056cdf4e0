import { listBlocked } from '@cardinal/contract/api/renewals/blocked.ts';
import { readRule, renewalRules } from '@cardinal/contract/api/renewals/rules.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { DetailSheet } from '../../../kit/DetailSheet.tsx';
import { FactsList } from '../../../kit/FactsList.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { VERSIONS, VersionLines } from '../../../parts/control/VersionLines.tsx';
import { BlockedTable } from './BlockedTable.tsx';

const words = {
  title: text('续费规则', 'Renewal rule'),
  failed: text('续费规则加载失败', 'Failed to load the rule'),
};
const { replacement, messageZh, messageEn } = renewalRules.list.fields;

/** A rule: what it refused, what it says, and its versions. */
export default function RulePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const t = useText();
  const state = useRead(readRule, { id });
  return (
    <DetailSheet
      isOpen
      state={state}
      title={words.title}
      failed={words.failed}
      width={1000}
      steps={() => []}
      onClose={onClose}
      tabs={(rule) => [
        {
          key: 'blocked',
          title: t(listBlocked.summary),
          content: () => (
            <Stack gap="m">
              <Paragraph>{rule.sentence}</Paragraph>
              <FactsList
                facts={[
                  { label: messageZh.label, value: rule.messageZh },
                  { label: messageEn.label, value: rule.messageEn },
                  { label: replacement.label, value: rule.replacement },
                ]}
              />
              <BlockedTable ruleId={id} />
            </Stack>
          ),
        },
        {
          key: 'versions',
          title: t(VERSIONS),
          count: rule.versions.length,
          content: () => <VersionLines versions={rule.versions} />,
        },
      ]}
    />
  );
}
