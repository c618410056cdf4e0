import {
  listMenuSets,
  previewMenuSet,
  type readMenuSet,
  readSetTree,
  saveMenuSet,
} from '@cardinal/contract/api/identity/menuSets.ts';
import { CustomerKind, Edition } from '@cardinal/contract/enumerations/customer.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Grid } from '@cardinal/ui/layout/Grid.tsx';
import { Inline } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Sheet } from '@cardinal/ui/Sheet.tsx';
import { DetailSkeleton } from '@cardinal/ui/States.tsx';
import { Button, Checkbox, Input, Select } from 'antd';
import { useId, useMemo, useState } from 'react';
import { call } from '../../../http/call.ts';
import { isFailure } from '../../../http/failure.ts';
import { useChange } from '../../../kit/change.ts';
import { describedBy, Field } from '../../../kit/Field.tsx';
import { type FieldProblems, FORM_ERROR, problemsFrom, problemsOf } from '../../../kit/formProblems.ts';
import { LoadFailed } from '../../../kit/LoadFailed.tsx';
import { useConfirmClose } from '../../../kit/useConfirmClose.ts';
import { useRead } from '../../../kit/useRead.ts';
import { mayCall } from '../../../shell/permissions.ts';
import { usePlace } from '../../../shell/screenContext.ts';
import { toast } from '../../../shell/toasts.ts';
import { useUnsaved } from '../../../shell/unsaved.ts';
import { withScreens } from '../_menu/withScreens.ts';
import { acceptLosses } from './acceptLosses.tsx';
import { SetPreview } from './SetPreview.tsx';
import { SetTree } from './SetTree.tsx';
import { draftOf, entriesOf, menuOfDraft, missingFrom, type SetDraft, type TreeEntry } from './setDraft.ts';

const words = {
  add: text('新增菜单方案', 'New menu set'),
  edit: text('编辑方案 {name}', 'Edit the set {name}'),
  copyOf: text('{name}副本', '{name} copy'),
  any: text('不限', 'Any'),
  home: text('登录后首先打开', 'Opens first'),
  dashboard: text('首页', 'Home page'),
  isDefault: text('设为默认方案', 'Default'),
  defaultHelp: text(
    '用于下级中同类型、同版本且未分配方案的客户',
    'For customers below of this kind and edition that were given none',
  ),
  count: text('{n} 个页面，比我的菜单少 {less} 个', '{n} {n|page|pages}, {less} fewer than my menu'),
  preview: verbs.preview,
  save: verbs.save,
  cancel: verbs.cancel,
  close: verbs.close,
  saved: text('方案「{name}」已保存，下一次请求起生效', 'The set “{name}” is saved and counts from the next request'),
  takeAway: text('去掉并保存', 'Take away and save'),
  failed: text('菜单加载失败', 'The menu could not be loaded'),
};

const HOME = '/dashboard';

export type MenuSetDetail = AnswerOf<typeof readMenuSet>;
type Props = { set?: MenuSetDetail | undefined; copied?: MenuSetDetail | undefined; onClose: () => void };

/** Reads what may be chosen first: the draft begins with it. */
export function SetEditor(props: Props) {
  const t = useText();
  const { data, error, refetch } = useRead(readSetTree, {}, { staleTime: 0 });
  if (data) return <Editor {...props} tree={data} />;
  return (
    <Sheet isOpen title={t(words.add)} width={1000} onClose={props.onClose}>
      {error ? <LoadFailed title={t(words.failed)} error={error} onRetry={refetch} /> : <DetailSkeleton />}
    </Sheet>
  );
}

function Editor(props: Props & { tree: readonly TreeEntry[] }) {
  const { set, copied, tree } = props;
  const t = useText();
  const id = useId();
  const { path } = usePlace();
  const from = set ?? copied;
  const first = useMemo<SetDraft>(() => draftOf(tree, from?.entries), [tree, from]);
  const firstName = set?.name ?? (copied ? t(words.copyOf, { name: copied.name }).slice(0, 30) : '');
  const [name, setName] = useState(firstName);
  const [kind, setKind] = useState(from?.kind ?? null);
  const [edition, setEdition] = useState(from?.edition ?? null);
  const [isDefault, setIsDefault] = useState(set?.isDefault ?? false);
  const [draft, setDraft] = useState(first);
  const [chosenHome, setHome] = useState(from?.home ?? null);
  const [isPreviewing, setIsPreviewing] = useState(false);
  const [problems, setProblems] = useState<FieldProblems>({});
  const saving = useChange(saveMenuSet, { isSilent: true });
  const isFixed = !mayCall(saveMenuSet);
  const entries = useMemo(() => entriesOf(tree, draft), [tree, draft]);
  const seen = useMemo(() => withScreens(tree), [tree]);
  const homes = menuOfDraft(seen, draft).flatMap(({ pages, ...top }) => (pages.length > 0 ? pages : [top]));
  const offered = homes.filter(({ key }) => key !== HOME && !key.includes(':'));
  const home = offered.some(({ key }) => key === chosenHome) ? chosenHome : null;
  const body = {
    ...(set ? { id: set.id, version: set.version } : {}),
    name: name.trim(),
    kind,
    edition,
    isDefault,
    entries,
    home,
  };
  const began = JSON.stringify([
    firstName,
    from?.kind ?? null,
    from?.edition ?? null,
    set?.isDefault ?? false,
    from?.home ?? null,
  ]);
  const isDirty =
    !isFixed &&
    (began !== JSON.stringify([name, kind, edition, isDefault, home]) ||
      JSON.stringify(entries) !== JSON.stringify(entriesOf(tree, first)));
  const isLosing = isDirty && !saving.isRunning;
  useUnsaved(path, isLosing);
  const close = useConfirmClose(isLosing, props.onClose);

  const isMeant = async (): Promise<boolean> => {
    if (!set && !isDefault) return true;
    const asked = { ...(set ? { id: set.id } : {}), kind, edition, isDefault, entries };
    return acceptLosses(t, await call(previewMenuSet, { body: asked }), words.takeAway);
  };
  const save = async () => {
    const found = problemsOf(saveMenuSet.body, body, t, { name: listMenuSets.fields.name.label });
    setProblems(found ?? {});
    if (found) return toast.warning(t(FORM_ERROR));
    try {
      if (!(await isMeant()) || !(await saving.run({ body }))) return;
      toast.success(t(words.saved, { name: body.name }));
      props.onClose();
    } catch (error) {
      if (!isFailure(error)) throw error;
      const atFields = problemsFrom(error.fields);
      if (atFields) setProblems(atFields);
      else if (error.kind !== 'session' && error.kind !== 'cancelled') toast.error(error.message);
    }
  };
  const problemOfEntries = Object.entries(problems).find(([field]) => field.startsWith('entries'))?.[1];
  const { fields } = listMenuSets;
  return (
    <Sheet
      isOpen
      title={set ? t(words.edit, { name: set.name }) : t(words.add)}
      width={1000}
      onClose={close}
      footer={
        <Inline>
          <Span role="status" ink="secondary" grows>
            {t(words.count, {
              n: countAmount(seen.filter(({ key }) => draft.pages.has(key)).length),
              less: countAmount(missingFrom(seen, draft).length),
            })}
          </Span>
          <Button onClick={() => setIsPreviewing(true)}>{t(words.preview)}</Button>
          <Button onClick={close}>{t(isFixed ? words.close : words.cancel)}</Button>
          {isFixed ? null : (
            <Button type="primary" loading={saving.isRunning} onClick={() => void save()}>
              {t(words.save)}
            </Button>
          )}
        </Inline>
      }
    >
      <Grid columns="narrow" gap="l">
        <Field id={`${id}-name`} label={t(fields.name.label)} isRequired problem={problems['name']}>
          <Input
            {...describedBy(`${id}-name`, { problem: problems['name'] })}
            status={problems['name'] ? 'error' : ''}
            maxLength={30}
            disabled={isFixed}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field id={`${id}-kind`} label={t(fields.kind.label)}>
          <Select
            id={`${id}-kind`}
            allowClear
            disabled={isFixed}
            placeholder={t(words.any)}
            value={kind}
            options={CustomerKind.options
              .filter(({ value }) => value !== 'PLATFORM')
              .map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={(next) => setKind(next ?? null)}
          />
        </Field>
        <Field id={`${id}-edition`} label={t(fields.edition.label)}>
          <Select
            id={`${id}-edition`}
            allowClear
            disabled={isFixed}
            placeholder={t(words.any)}
            value={edition}
            options={Edition.options.map(({ value, label }) => ({ value, label: t(label) }))}
            onChange={(next) => setEdition(next ?? null)}
          />
        </Field>
        <Field id={`${id}-home`} label={t(words.home)} problem={problems['home']}>
          <Select
            id={`${id}-home`}
            allowClear
            disabled={isFixed}
            placeholder={t(words.dashboard)}
            showSearch={{ optionFilterProp: 'label' }}
            value={home}
            options={offered.map(({ key, title }) => ({ value: key, label: t(title) }))}
            onChange={(next) => setHome(next ?? null)}
          />
        </Field>
        <Inline align="end" below="xl">
          <Checkbox
            checked={isDefault}
            disabled={isFixed}
            title={t(words.defaultHelp)}
            onChange={(event) => setIsDefault(event.target.checked)}
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
      {isPreviewing ? <SetPreview tree={seen} draft={draft} onClose={() => setIsPreviewing(false)} /> : null}
      <SetTree tree={seen} whole={tree} draft={draft} isFixed={isFixed} onDraft={setDraft} />
    </Sheet>
  );
}
