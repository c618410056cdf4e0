import {
  listRoles,
  readRole,
  readRoleTemplates,
  roleOptions,
  saveRole,
} from '@cardinal/contract/api/identity/roles.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { permissionTitle } from '@cardinal/contract/permissions/catalogue.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { cutRemark } from '@cardinal/primitives/remark.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Note, Span } from '@cardinal/ui/layout/Text.tsx';
import { Input, Select } from 'antd';
import { useId, useMemo, useState } from 'react';
import { CustomerPicker } from '../../../kit/CustomerPicker.tsx';
import { describedBy, Field } from '../../../kit/Field.tsx';
import { EditorSheet } from '../../../kit/form/EditorSheet.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useEditor } from '../../../kit/form/useEditor.ts';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { GrantTree } from './GrantTree.tsx';
import { type Grant, makeAndApprove } from './grantRules.ts';
import { useGrantable } from './useGrantable.ts';

const words = {
  edit: text('编辑角色 {name}', 'Edit role {name}'),
  view: text('角色 {name}', 'Role {name}'),
  template: text('从模板开始', 'Start from a template'),
  templateHelp: text('替换下面的勾选，之后可以再改', 'Replaces the selection below; you can still change it'),
  compare: text('与其他角色对比', 'Compare with another role'),
  count: text('已授予 {n} 项权限', '{n} {n|permission|permissions} granted'),
  change: text(
    '已授予 {n} 项权限，新增 {added}，去掉 {removed}',
    '{n} permissions granted: {added} added, {removed} removed',
  ),
  grant: text('权限', 'Permissions'),
  saved: text('角色「{name}」已保存，下一次请求起生效', 'Role “{name}” saved; takes effect on the next request'),
  withdrawn: text('上级已收回，保留但不生效：{list}', 'Withdrawn by the parent customer; kept without effect: {list}'),
  beyond: text(
    '另有 {n} 项您没有的权限，保存时原样保留。',
    '{n} more {n|permission|permissions} you do not hold {n|is|are} kept unchanged when saving.',
  ),
  fixed: text(
    '内置角色由系统或上级客户决定，只能查看。',
    'Built-in roles are defined by the system or the parent customer and are read-only.',
  ),
  both: text('同一角色既能提交又能审核：{pages}', 'The same role can both submit and approve: {pages}'),
  failed: text('可授予的权限加载失败', 'Failed to load grantable permissions'),
  atLeastOne: text('请至少选择一项权限', 'Select at least one permission'),
};

export type RoleDetail = AnswerOf<typeof readRole>;
type Draft = {
  version: number | undefined;
  name: string;
  description: string;
  customerId: string | undefined;
  permissions: Grant;
};
const LISTED = 8;

const sizes = (from: Grant, to: Grant) => ({
  added: countAmount([...to].filter((id) => !from.has(id)).length),
  removed: countAmount([...from].filter((id) => !to.has(id)).length),
});

/** The typed parts of a role; `copied` starts a new one with the grants of another. */
export function RoleEditor(props: { role?: RoleDetail; copied?: RoleDetail; onClose: () => void }) {
  const { role, copied } = props;
  const t = useText();
  const id = useId();
  const from = role ?? copied;
  const first = useMemo<Grant>(() => new Set(from?.permissions.map((each) => each.id)), [from]);
  /** A grant by what it adds to the one the editor began with, and takes from it. */
  const grantText = (grant: Grant) => {
    const listed = (sign: string, has: Grant, less: Grant) =>
      [...has].filter((each) => !less.has(each)).map((each) => `${sign} ${t(permissionTitle(each))}`);
    const changes = [...listed('+', grant, first), ...listed('−', first, grant)];
    const shown = [...changes.slice(0, LISTED), ...(changes.length > LISTED ? ['…'] : [])];
    return [t(words.count, { n: countAmount(grant.size) }), ...shown].join(' · ');
  };
  const isFixed = role !== undefined && !role.offered.edit;
  const editor = useEditor<typeof saveRole, Draft>({
    endpoint: saveRole,
    initial: {
      version: role?.version,
      name: role?.name ?? (copied ? t(sentences.copyOf, { name: copied.name }).slice(0, 30) : ''),
      description: from?.description ?? '',
      customerId: from?.customerId,
      permissions: first,
    },
    toBody: ({ version, name, description, customerId, permissions }) => ({
      ...(role ? { id: role.id, version } : customerId ? { customerId } : {}),
      name,
      ...(description.trim() ? { description } : {}),
      permissions: [...permissions].sort(),
    }),
    labels: { name: listRoles.fields.name.label, description: listRoles.fields.description.label },
    check: ({ permissions }) => (permissions.size === 0 ? { permissions: t(words.atLeastOne) } : undefined),
    anew: async () => {
      if (!role) return undefined;
      const { version, name, description, permissions } = await readAgain(readRole, { id: role.id });
      const grant = new Set(permissions.map((each) => each.id));
      return { version, name, description: description ?? '', customerId: role.customerId, permissions: grant };
    },
    compared: () => [
      { name: 'name', label: listRoles.fields.name.label, show: String },
      { name: 'description', label: listRoles.fields.description.label, show: String },
      { name: 'permissions', label: words.grant, show: (grant) => grantText(grant as Grant) },
    ],
    isOpen: !isFixed,
    done: (_, { name }) => t(words.saved, { name }),
    onClose: props.onClose,
  });
  const { draft, problems, set } = editor;
  const { customerId, permissions: grant } = draft;
  const [comparedId, setComparedId] = useState<string>();
  const grantable = useGrantable(customerId);

  const templates = useRead(readRoleTemplates, {}, { enabled: !isFixed });
  const others = useRead(roleOptions, customerId ? { customerId } : {});
  const compared = useRead(readRole, comparedId !== undefined && { id: comparedId });
  const otherGrant = useMemo(
    () => (comparedId && compared.data ? new Set(compared.data.permissions.map((each) => each.id)) : undefined),
    [comparedId, compared.data],
  );

  const pages = useMemo(() => (grantable.data ?? []).flatMap((section) => section.pages), [grantable.data]);
  const known = useMemo(() => new Set(pages.flatMap((page) => page.permissions.map((each) => each.id))), [pages]);
  const withdrawn = (role?.permissions ?? []).filter((each) => each.isWithdrawn && grant.has(each.id));
  const beyond = grantable.data
    ? [...grant].filter((each) => !known.has(each) && !withdrawn.some((gone) => gone.id === each)).length
    : 0;
  const both = makeAndApprove(pages, grant);
  const change = sizes(first, grant);
  const isGrantChanged = change.added !== '0' || change.removed !== '0';
  const problemOfGrant = Object.entries(problems).find(([field]) => field.startsWith('permissions'))?.[1];
  const title = role ? t(isFixed ? words.view : words.edit, { name: role.name }) : t(verbs.newRole);
  return (
    <EditorSheet
      editor={editor}
      title={title}
      width={1120}
      isFixed={isFixed}
      aside={
        <Span ink="secondary" grows role="status">
          {t(isGrantChanged ? words.change : words.count, { n: countAmount(grant.size), ...change })}
        </Span>
      }
    >
      <Stack gap="l">
        {isFixed ? <Note below="l">{t(words.fixed)}</Note> : null}
        <Grid columns="narrow" gap="l">
          {role ? null : (
            <Field
              id={`${id}-customer`}
              label={t(listRoles.fields.customerName.label)}
              problem={problems['customerId']}
            >
              <CustomerPicker id={`${id}-customer`} value={customerId} onValue={(next) => set({ customerId: next })} />
            </Field>
          )}
          <Field id={`${id}-name`} label={t(listRoles.fields.name.label)} isRequired problem={problems['name']}>
            <Input
              {...describedBy(`${id}-name`, { problem: problems['name'] })}
              status={problems['name'] ? 'error' : ''}
              maxLength={30}
              disabled={isFixed}
              value={draft.name}
              onChange={(event) => set({ name: event.target.value })}
            />
          </Field>
          <Field id={`${id}-words`} label={t(listRoles.fields.description.label)} problem={problems['description']}>
            <Input
              {...describedBy(`${id}-words`, { problem: problems['description'] })}
              status={problems['description'] ? 'error' : ''}
              disabled={isFixed}
              value={draft.description}
              onChange={(event) => set({ description: cutRemark(event.target.value) })}
            />
          </Field>
          {isFixed ? null : (
            <Field id={`${id}-template`} label={t(words.template)} help={t(words.templateHelp)}>
              <Select
                {...describedBy(`${id}-template`, { help: true })}
                value={null}
                placeholder="—"
                options={(templates.data ?? []).map((each) => ({ value: each.key, label: t(each) }))}
                onChange={(key: string | null) => {
                  const found = templates.data?.find((each) => each.key === key);
                  if (found) set({ permissions: new Set(found.permissions.filter((each) => known.has(each))) });
                }}
              />
            </Field>
          )}
          <Field id={`${id}-compare`} label={t(words.compare)}>
            <Select
              id={`${id}-compare`}
              allowClear
              placeholder="—"
              showSearch={{ optionFilterProp: 'label' }}
              value={comparedId ?? null}
              options={(others.data ?? [])
                .filter((each) => each.id !== role?.id)
                .map((each) => ({ value: each.id, label: each.name }))}
              onChange={(next) => setComparedId(next ?? undefined)}
            />
          </Field>
        </Grid>
        {problemOfGrant ? (
          <Note tone="danger" role="alert">
            {problemOfGrant}
          </Note>
        ) : null}
        {withdrawn.length > 0 ? (
          <Note below="l">
            {t(words.withdrawn, {
              list: withdrawn
                .slice(0, LISTED)
                .map((each) => t(permissionTitle(each.id)))
                .join(' · '),
            })}
            {withdrawn.length > LISTED ? ' …' : ''}
          </Note>
        ) : null}
        {beyond > 0 ? <Note below="l">{t(words.beyond, { n: countAmount(beyond) })}</Note> : null}
        {both.length > 0 ? (
          <Note below="l">{t(words.both, { pages: both.map((page) => t(page)).join(' · ') })}</Note>
        ) : null}
        {grantable.data ? (
          <GrantTree
            sections={grantable.data}
            grant={grant}
            other={otherGrant}
            isFixed={isFixed}
            onGrant={(next) => set({ permissions: next })}
          />
        ) : (
          <NotLoaded failed={words.failed} error={grantable.error} onRetry={grantable.refetch} />
        )}
      </Stack>
    </EditorSheet>
  );
}
