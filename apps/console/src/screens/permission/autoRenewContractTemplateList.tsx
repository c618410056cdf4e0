import {
  addTemplate,
  deleteTemplate,
  editTemplate,
  enableTemplate,
  listTemplates,
} from '@cardinal/contract/api/autoRenewals/templates.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { lazy, Suspense, useState } from 'react';
import { CallButton } from '../../kit/CallButton.tsx';
import { useChange } from '../../kit/change.ts';
import { ListScreen } from '../../kit/list/ListScreen.tsx';
import { toast } from '../../shell/toasts.ts';
import type { Template } from './_renewals/TemplateForm.tsx';
import { templateWords } from './_renewals/templateWords.ts';

const TemplateForm = lazy(() => import('./_renewals/TemplateForm.tsx'));

const words = {
  none: text('还没有签约模板', 'No templates yet'),
  noneHint: text(
    '把微信支付商户平台「委托代扣」的模板 ID 登记在这里，公众号套餐才能签约自动续费。',
    'Register the plan IDs of WeChat Pay here; then packages of public accounts can be signed for.',
  ),
  question: text('删除签约模板 {name}？', 'Delete the template {name}?'),
  enabled: text('{name} 可新签约', '{name} takes new contracts'),
  disabled: text('{name} 不再新签约，已签约的照常扣款', '{name} takes no new contracts; those that run go on'),
};

/** The provider's plans under which end users let themselves be charged. */
export default function AutoRenewContractTemplateList() {
  const t = useText();
  const enabling = useChange(enableTemplate);
  const removing = useChange(deleteTemplate);
  const [opened, setOpened] = useState<Template | 'new'>();
  const enable = async ({ id, name, isEnabled }: Template) => {
    if (await enabling.run({ body: { id, isEnabled: !isEnabled } }))
      toast.success(t(isEnabled ? words.disabled : words.enabled, { name }));
  };
  const remove = (row: Template) =>
    removing.confirm({
      title: t(words.question, { name: row.name }),
      confirm: t(verbs.delete),
      isDanger: true,
      sends: { body: { id: row.id } },
    });
  return (
    <>
      <ListScreen
        list={listTemplates}
        columns={[
          { field: 'name', pinned: 'left', width: 180 },
          { field: 'isEnabled', width: 90 },
          { field: 'provider', width: 100 },
          { field: 'merchantName', width: 180 },
          { field: 'planId', width: 110 },
          { field: 'maxAmount', width: 100 },
          { field: 'periodUnit', width: 90 },
          { field: 'leadDays', width: 120 },
          { field: 'displayName', width: 140 },
          { field: 'signed', width: 90 },
          { field: 'ended', width: 90 },
          { field: 'offers', width: 110 },
          { field: 'customerName', isOff: true },
          { field: 'currency', isOff: true },
          'createdAt',
        ]}
        filters={['name', 'provider', 'isEnabled', 'planId']}
        rowName={(row) => row.name}
        rowActions={(row) =>
          row.isOwn
            ? [
                { key: 'edit', label: t(verbs.edit), call: editTemplate, onPick: () => setOpened(row) },
                {
                  key: 'enable',
                  label: t(row.isEnabled ? verbs.disable : verbs.enable),
                  call: enableTemplate,
                  onPick: () => void enable(row),
                },
                {
                  key: 'delete',
                  label: t(verbs.delete),
                  call: deleteTemplate,
                  isDanger: true,
                  onPick: () => void remove(row),
                },
              ]
            : []
        }
        actions={
          <CallButton call={addTemplate} type="primary" onClick={() => setOpened('new')}>
            {t(templateWords.add)}
          </CallButton>
        }
        empty={{ title: words.none, hint: words.noneHint }}
      />
      <Suspense fallback={null}>
        {opened ? (
          <TemplateForm template={opened === 'new' ? undefined : opened} onClose={() => setOpened(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}
