import {
  ReadonlyGroup,
  readReadonlyViews,
  setReadonlyView,
  UNSET_GROUPS,
} from '@cardinal/contract/api/cardViews/readonlyCards.ts';
import { listRoles } from '@cardinal/contract/api/identity/roles.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { DetailSkeleton, EmptyState } from '@cardinal/ui/States.tsx';
import { Checkbox } from 'antd';
import { browser, STORED } from '../../../http/browserStore.ts';
import { useChange } from '../../../kit/change.ts';
import './readonly.css';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  title: text('只读卡按角色设置内容', 'Read-only card content by role'),
  note: text(
    '号码与状态总是可见；未设置的角色可见除位置以外的内容；位置只显示已定位过且允许定位的卡。持有“号码以掩码显示”权限的只读角色看到的号码带星号。',
    'Numbers and status are always visible. Roles without a setting see everything except location. Location is shown only for cards that were located and may be. Read-only roles with the masking permission see masked numbers.',
  ),
  saved: text('只读内容已保存', 'Saved'),
  none: text('没有可查看只读卡的角色', 'No role can view read-only cards'),
};

/** The roles of the caller's customer that may view cards, and what each sees. */
export default function ViewsSheet(props: { onClose: () => void }) {
  const t = useText();
  const customerId = browser.read(STORED.customerId);
  const here = { pageSize: 200 as const, ...(customerId ? { customerId: [customerId] } : {}) };
  const ofFlow = useRead(listRoles, { holds: 'readonlyCard.view', ...here }).data;
  const ofVoice = useRead(listRoles, { holds: 'readonlyCard.viewVoice', ...here }).data;
  const roles = ofFlow &&
    ofVoice && [...new Map([...ofFlow.list, ...ofVoice.list].map((role) => [role.id, role])).values()];
  const views = useRead(readReadonlyViews);
  const saving = useChange(setReadonlyView, { done: t(words.saved) });
  const save = (roleId: string, groups: ReadonlyGroup[]) => void saving.run({ body: { roleId, groups } });

  return (
    <Sheet isOpen title={t(words.title)} width={640} onClose={props.onClose}>
      <Paragraph ink="secondary">{t(words.note)}</Paragraph>
      {!roles || !views.data ? (
        <DetailSkeleton />
      ) : roles.length === 0 ? (
        <EmptyState title={t(words.none)} />
      ) : (
        roles.map((role) => (
          <fieldset key={role.id} aria-label={role.name} disabled={saving.isRunning}>
            <legend>{role.name}</legend>
            <Checkbox.Group
              value={views.data.find((view) => view.roleId === role.id)?.groups ?? [...UNSET_GROUPS]}
              options={ReadonlyGroup.options.map(({ value, label }) => ({ value, label: t(label) }))}
              onChange={(groups) => save(role.id, groups as ReadonlyGroup[])}
            />
          </fieldset>
        ))
      )}
    </Sheet>
  );
}
