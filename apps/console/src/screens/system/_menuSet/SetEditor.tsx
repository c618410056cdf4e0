import {
  listMenuSets,
  previewMenuSet,
  readMenuSet,
  readSetTree,
  saveMenuSet,
} from '@cardinal/contract/api/identity/menuSets.ts';
import { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns, sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { Button, Checkbox, Input, Select } from 'antd';
import { useId, useMemo, useState } from 'react';
import { call } from '../../../http/call.ts';
import { describedBy, Field } from '../../../kit/Field.tsx';
import { EditorSheet } from '../../../kit/form/EditorSheet.tsx';
import { readAgain } from '../../../kit/form/readAgain.ts';
import { useEditor } from '../../../kit/form/useEditor.ts';
import { NotLoaded } from '../../../kit/NotLoaded.tsx';
import { useRead } from '../../../kit/useRead.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { withScreens } from '../_menu/withScreens.ts';
import { acceptLosses } from './acceptLosses.tsx';
import { SetPreview } from './SetPreview.tsx';
import { SetTree } from './SetTree.tsx';
import { draftOf, entriesOf, menuOfDraft, missingFrom, type SetDraft, type TreeEntry } from './setDraft.ts';

const words = {
  add: text('新增菜单方案', 'New menu set'),
  edit: text('编辑方案 {name}', 'Edit menu set {name}'),
  home: text('登录后首先打开', 'Opens first'),
  dashboard: text('首页', 'Home page'),
  isDefault: text('设为默认方案', 'Default'),
  defaultHelp: text(
    '用于下级中同类型、同版本且未分配方案的客户',
    'Applies to child customers of this kind and edition without an assigned set',
  ),
  count: text('{n} 个页面，比我的菜单少 {less} 个', '{n} {n|page|pages}, {less} fewer than my menu'),
  saved: text('方案「{name}」已保存，下一次请求起生效', 'Menu set “{name}” saved; takes effect on the next request'),
  takeAway: text('去掉并保存', 'Remove and save'),
};

type Draft = Pick<MenuSetDetail, 'name' | 'kind' | 'edition' | 'isDefault' | 'home'> & {
  readonly version: number | undefined;
  readonly entries: SetDraft;
};

const stored = (tree: readonly TreeEntry[], set: MenuSetDetail | undefined): Draft => ({
  version: set?.version,
  name: set?.name ?? '',
  kind: set?.kind ?? null,
  edition: set?.edition ?? null,
  isDefault: set?.isDefault ?? false,
  entries: draftOf(tree, set?.entries),
  home: set?.home ?? null,
});

const HOME = '/dashboard';

export type MenuSetDetail = AnswerOf<typeof readMenuSet>;
type Props = { set?: MenuSetDetail | undefined; copied?: MenuSetDetail | undefined; onClose: () => void };

/** Reads the choices first: the draft starts with them. */
export default function SetEditor(props: Props) {
  const t = useText();
  const { data, error, refetch } = useRead(readSetTree, {}, { staleTime: 0 });
  if (data) return <Editor {...props} tree={data} />;
  return (
    <Sheet isOpen title={t(words.add)} width={1000} onClose={props.onClose}>
      <NotLoaded failed={sentences.menuNotLoaded} error={error} onRetry={refetch} />
    </Sheet>
  );
}

function Editor(props: Props & { tree: readonly TreeEntry[] }) {
  const { set, copied, tree } = props;
  const t = useText();
  const id = useId();
  const from = set ?? copied;
  const [isPreviewing, setIsPreviewing] = useState(false);
  const isFixed = !mayCall(saveMenuSet);
  const seen = useMemo(() => withScreens(tree), [tree]);
  const homesOf = (entries: SetDraft) =>
    menuOfDraft(seen, entries)
      .flatMap(({ pages, ...top }) => (pages.length > 0 ? pages : [top]))
      .filter(({ key }) => key !== HOME && !key.includes(':'));
  const homeOf = (draft: Draft) => (homesOf(draft.entries).some(({ key }) => key === draft.home) ? draft.home : null);
  const toBody = (draft: Draft) => ({
    ...(set ? { id: set.id, version: draft.version } : {}),
    name: draft.name.trim(),
    kind: draft.kind,
    edition: draft.edition,
    isDefault: draft.isDefault,
    entries: entriesOf(tree, draft.entries),
    home: homeOf(draft),
  });
  const initial = useMemo<Draft>(
    () => ({
      ...stored(tree, from),
      name: set?.name ?? (copied ? t(sentences.copyOf, { name: copied.name }).slice(0, 30) : ''),
      isDefault: set?.isDefault ?? false,
    }),
    [set, copied, from, tree, t],
  );
  const { fields } = listMenuSets;
  const countText = (entries: SetDraft) =>
    t(words.count, {
      n: countAmount(seen.filter(({ key }) => entries.pages.has(key)).length),
      less: countAmount(missingFrom(seen, entries).length),
    });
  const editor = useEditor<typeof saveMenuSet, Draft>({
    endpoint: saveMenuSet,
    initial,
    toBody,
    labels: { name: listMenuSets.fields.name.label },
    confirm: async (draft) => {
      const { kind, edition, isDefault, entries } = toBody(draft);
      if (!set && !isDefault) return true;
      const asked = { ...(set ? { id: set.id } : {}), kind, edition, isDefault, entries };
      return acceptLosses(t, await call(previewMenuSet, { body: asked }, { isSilent: true }), words.takeAway);
    },
    anew: async () => (set ? stored(tree, await readAgain(readMenuSet, { id: set.id })) : undefined),
    compared: () => [
      { name: 'name', label: fields.name.label, show: String },
      {
        name: 'kind',
        label: fields.kind.label,
        show: (kind) => t(kind ? CustomerKind.labelOf(kind as never) : nouns.any),
      },
      {
        name: 'edition',
        label: fields.edition.label,
        show: (edition) => t(edition ? Edition.labelOf(edition as never) : nouns.any),
      },
      { name: 'isDefault', label: words.isDefault, show: (isDefault) => t(isDefault ? nouns.yes : nouns.no) },
      {
        name: 'home',
        label: words.home,
        show: (home, { entries }) => {
          const found = homesOf(entries).find(({ key }) => key === home);
          return t(found ? found.title : words.dashboard);
        },
      },
      { name: 'entries', label: nouns.menu, show: (entries) => countText(entries as SetDraft) },
    ],
    isOpen: !isFixed,
    done: (_, { name }) => t(words.saved, { name: name.trim() }),
    onClose: props.onClose,
  });
  const { draft, problems } = editor;
  const problemOfEntries = Object.entries(problems).find(([field]) => field.startsWith('entries'))?.[1];
  return (
    <EditorSheet
      editor={editor}
      title={set ? t(words.edit, { name: set.name }) : t(words.add)}
      width={1000}
      isFixed={isFixed}
      aside={
        <>
          <Span role="status" ink="secondary" grows>
            {countText(draft.entries)}
          </Span>
          <Button onClick={() => setIsPreviewing(true)}>{t(verbs.preview)}</Button>
        </>
      }
    >
      <Grid columns="narrow" gap="l">
        <Field id={`${id}-name`} label={t(fields.name.label)} isRequired problem={problems['name']}>
          <Input
            {...describedBy(`${id}-name`, { problem: problems['name'] })}
            status={problems['name'] ? 'error' : ''}
            maxLength={30}
            disabled={isFixed}
            value={draft.name}
            onChange={(event) => editor.set({ name: event.target.value })}
          />
        </Field>
        <Field id={`${id}-kind`} label={t(fields.kind.label)}>
          <Select
            id={`${id}-kind`}
            allowClear
            disabled={isFixed}
            placeholder={t(nouns.any)}
            value={draft.kind}
            options={CustomerKind.options
              .filter(({ value }) => value !== 'PLATFORM')
              .map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={(next) => editor.set({ kind: next ?? null })}
          />
        </Field>
        <Field id={`${id}-edition`} label={t(fields.edition.label)}>
          <Select
            id={`${id}-edition`}
            allowClear
            disabled={isFixed}
            placeholder={t(nouns.any)}
            value={draft.edition}
            options={Edition.options.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={(next) => editor.set({ edition: next ?? null })}
          />
        </Field>
        <Field id={`${id}-home`} label={t(words.home)} problem={problems['home']}>
          <Select
            id={`${id}-home`}
            allowClear
            disabled={isFixed}
            placeholder={t(words.dashboard)}
            showSearch={{ optionFilterProp: 'label' }}
            value={homeOf(draft)}
            options={homesOf(draft.entries).map(({ key, title }) => ({ value: key, label: t(title) }))}
            onChange={(next) => editor.set({ home: next ?? null })}
          />
        </Field>
        <Inline align="end" below="xl">
          <Checkbox
            checked={draft.isDefault}
            disabled={isFixed}
            title={t(words.defaultHelp)}
            onChange={(event) => editor.set({ isDefault: event.target.checked })}
          >
            {t(words.isDefault)}
          </Checkbox>
        </Inline>
      </Grid>
      {problemOfEntries ? (
        <p className="field-error" role="alert">
          {problemOfEntries}
        </p>
      ) : null}
      {isPreviewing ? <SetPreview tree={seen} draft={draft.entries} onClose={() => setIsPreviewing(false)} /> : null}
      <SetTree
        tree={seen}
        whole={tree}
        draft={draft.entries}
        isFixed={isFixed}
        onDraft={(entries) => editor.set({ entries })}
      />
    </EditorSheet>
  );
}
