import { permissionOf, subjectOf } from '@cardinal/contract/permissions/catalogue.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { SearchIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Columns } from '@cardinal/ui/layout/Grid.tsx';
import { Inline, Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Paragraph, Span } from '@cardinal/ui/layout/Text.tsx';
import { EmptyState } from '@cardinal/ui/States.tsx';
import { Input } from 'antd';
import { useMemo, useState } from 'react';
import { DangerMark } from '../../../parts/identity/DangerMark.tsx';
import { byMenu, subjectTitle } from '../../../parts/identity/subjectTitle.ts';

const words = {
  find: text('按页面或权限查找', 'Find pages or permissions'),
  count: text('{pages} 个页面，{n} 项权限', '{n} {n|permission|permissions} on {pages} {pages|page|pages}'),
  found: text('找到 {n} 项', '{n} found'),
  from: text('来自 {roles}', 'From {roles}'),
  none: text('没有权限', 'No permissions'),
  noneHint: text('没有角色的账号只能修改自己的密码。', 'Accounts without a role can only change their own password.'),
  nothing: text('没有匹配的权限', 'No matching permissions'),
};

type Held = { readonly id: string; readonly zh: string; readonly en: string; readonly roles?: readonly string[] };

/** Effective permissions by page; on hover the role each comes from. */
export function PermissionWords(props: { permissions: readonly Held[] }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const groups = useMemo(
    () => Map.groupBy(byMenu(props.permissions), (held) => subjectOf(held.id)),
    [props.permissions],
  );
  if (props.permissions.length === 0) return <EmptyState title={t(words.none)} hint={t(words.noneHint)} />;

  const wanted = typed.trim().toLowerCase();
  const fits = (each: string) => each.toLowerCase().includes(wanted);
  const shown = [...groups].flatMap(([subject, all]) => {
    const title = t(subjectTitle(subject, all[0]?.id));
    const found = fits(title) ? all : all.filter((held) => fits(held.zh) || fits(held.en) || fits(held.id));
    return found.length > 0 ? [{ subject, title, found }] : [];
  });
  const count = shown.reduce((sum, each) => sum + each.found.length, 0);
  return (
    <>
      <Inline gap="m" below="m" ink="secondary">
        <Input
          allowClear
          prefix={<SearchIcon size={14} />}
          placeholder={t(words.find)}
          aria-label={t(words.find)}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span role="status">
          {wanted
            ? t(words.found, { n: countAmount(count) })
            : t(words.count, { pages: countAmount(groups.size), n: countAmount(props.permissions.length) })}
        </span>
      </Inline>
      {shown.length === 0 ? <Paragraph ink="secondary">{t(words.nothing)}</Paragraph> : null}
      <Stack as="dl" isDivided>
        {shown.map(({ subject, title, found }) => (
          <Columns side="s" key={subject}>
            <Span as="dt" ink="ink" weight="medium">
              {title}
            </Span>
            <Inline as="dd" gap="l">
              {found.map((held) => (
                <Inline
                  key={held.id}
                  as="span"
                  isWithin
                  ink="secondary"
                  title={held.roles?.length ? t(words.from, { roles: held.roles.join(t(text('、', ', '))) }) : held.id}
                >
                  {t(held)}
                  <DangerMark danger={permissionOf(held.id)?.danger} />
                </Inline>
              ))}
            </Inline>
          </Columns>
        ))}
      </Stack>
    </>
  );
}
