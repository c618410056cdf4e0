import { shelveSystemPackages, systemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import { PackageShelf } from '@cardinal/contract/enumerations/package.ts';
import type { RowOf } from '@cardinal/contract/framework/list.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { countAmount } from '@cardinal/ui/amounts.ts';
import { Identifier } from '@cardinal/ui/Identifier.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../kit/change.ts';
import type { ColumnSpec } from '../../kit/list/columns.tsx';
import { RegisterScreen } from '../../kit/register/RegisterScreen.tsx';
import { runOf } from '../../kit/register/registerSpec.ts';
import { PackageValidity, PackageVolume } from '../../parts/packages/packageTerms.tsx';
import { confirmFirst } from '../../shell/questions.ts';
import { toast } from '../../shell/toasts.ts';
import { PackageVersions } from './_packages/PackageVersions.tsx';
import { NEW, typedOf, usePackageForm, writtenOf } from './_packages/packageForm.ts';

const words = {
  hint: text(
    '用流量、语音和周期规格组成套餐，上架并下发后，下级客户才能订购。',
    'Put packages together from specifications. Once published and given, customers below can order them.',
  ),
  versions: text('版本', 'Versions'),
  on: text('上架 {n} 个套餐？', 'Publish {n} {n|package|packages}?'),
  off: text('下架 {n} 个套餐？', 'Unpublish {n} {n|package|packages}?'),
  onNote: text('上架后可以下发和订购。', 'It can be given and ordered once published.'),
  offNote: text(
    '立即停止新订购；卡上已有的和排队的套餐照常使用到期。',
    'New orders stop at once. What cards have, in use or waiting, runs as bought.',
  ),
  done: text('{n} 个套餐已更新', '{n} {n|package|packages} updated'),
  deleteNote: text('编码 {code} 不会再被使用。', 'The code {code} is never reused.'),
};

type Row = RowOf<typeof systemPackages.list>;
const isOn = (row: Row) => row.shelfState === PackageShelf.values.on;

const LOOKS = { shelfState: { 1: { shape: 'disc', tone: 'good' }, 0: { shape: 'square', tone: 'neutral' } } } as const;

const COLUMNS: readonly ColumnSpec<typeof systemPackages.list>[] = [
  { field: 'code', pinned: 'left', width: 150, cell: (row) => <Identifier value={row.code} groupOf={64} /> },
  { field: 'name', width: 180 },
  { field: 'shelfState', width: 100 },
  { field: 'costPrice', width: 100 },
  { field: 'platform', width: 116 },
  { field: 'type', width: 110 },
  { field: 'flowBytes', width: 100, cell: (row) => <PackageVolume bytes={row.flowBytes} /> },
  { field: 'voiceSeconds', width: 100 },
  { field: 'validityCount', width: 100, cell: (row) => <PackageValidity of={row} /> },
  { field: 'effectiveType', width: 110 },
  { field: 'distributed', width: 90 },
  { field: 'onCards', width: 90, cell: (row) => countAmount(row.onCards) },
  { field: 'number', width: 90 },
  { field: 'carrierAccountName', width: 130 },
  { field: 'updatedAt', width: 150 },
  { field: 'productCodes', isOff: true, cell: (row) => row.productCodes.join('、') },
  { field: 'carrierPackageCode', isOff: true },
  { field: 'label', isOff: true },
  { field: 'scope', isOff: true },
  { field: 'smsCount', isOff: true },
  { field: 'refundRule', isOff: true },
  { field: 'renewable', isOff: true },
  { field: 'realNameRequired', isOff: true },
  { field: 'channels', isOff: true },
];

export default function SystemPackages() {
  const t = useText();
  const shelving = useChange(shelveSystemPackages);
  const shelve = async (ids: readonly string[], shelfState: PackageShelf, done: () => void) => {
    const isPublishing = shelfState === PackageShelf.values.on;
    const isSure = await confirmFirst({
      title: t(isPublishing ? words.on : words.off, { n: ids.length }),
      body: t(isPublishing ? words.onNote : words.offNote),
      confirm: t(isPublishing ? verbs.publish : verbs.unpublish),
      isDanger: !isPublishing,
    });
    if (!isSure) return;
    const answer = await shelving.run({ body: { ids: [...ids], shelfState } });
    if (!answer) return;
    toast.success(t(words.done, { n: answer.done }));
    done();
  };
  const bulk = (shelfState: PackageShelf) => ({
    key: String(shelfState),
    label: shelfState === PackageShelf.values.on ? verbs.publish : verbs.unpublish,
    call: shelveSystemPackages,
    isDanger: shelfState === PackageShelf.values.off,
    onPick: (picked: { kind: string; ids?: readonly string[] }, done: () => void) =>
      void shelve(picked.ids ?? [], shelfState, done),
  });
  return (
    <RegisterScreen
      register={systemPackages}
      columns={COLUMNS}
      looks={LOOKS}
      filters={['shelfState', 'platform', 'type', 'label', 'refundRule', 'channels']}
      rowName={({ name }) => name}
      form={usePackageForm}
      begin={NEW}
      values={typedOf}
      toBody={writtenOf}
      width={640}
      bulk={[bulk(PackageShelf.values.on), bulk(PackageShelf.values.off)]}
      steps={[
        'edit',
        {
          key: 'shelf',
          label: (row) => (isOn(row) ? verbs.unpublish : verbs.publish),
          isDanger: isOn,
          runs: (row) =>
            runOf(
              shelveSystemPackages,
              { ids: [row.id], shelfState: isOn(row) ? PackageShelf.values.off : PackageShelf.values.on },
              {
                done: text(
                  isOn(row) ? `${row.name} 已下架` : `${row.name} 已上架`,
                  isOn(row) ? `${row.name} unpublished` : `${row.name} published`,
                ),
                ask: {
                  title: t(isOn(row) ? words.off : words.on, { n: 1 }),
                  body: <p>{t(isOn(row) ? words.offNote : words.onNote)}</p>,
                  confirm: t(isOn(row) ? verbs.unpublish : verbs.publish),
                  isDanger: isOn(row),
                },
              },
            ),
        },
        { key: 'versions', label: words.versions, opens: (row, close) => <PackageVersions of={row} onClose={close} /> },
        { key: 'copy', label: verbs.copy, copies: (row) => ({ ...row, ...typedOf(row), code: '', name: row.name }) },
        'delete',
      ]}
      isDeletable={(row) => row.distributed === 0 && row.onCards === 0}
      deleteNote={({ code }) => t(words.deleteNote, { code })}
      hint={words.hint}
    />
  );
}
