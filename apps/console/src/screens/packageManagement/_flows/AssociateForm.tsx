import { associateFlowPackages, flowPackageOptions } from '@cardinal/contract/api/control/flowStrategyPackages.ts';
import { PackageType } from '@cardinal/contract/enumerations/package.ts';
import { nouns, sentences } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Stack } from '@cardinal/ui/layout/Stack.tsx';
import { Span } from '@cardinal/ui/layout/Text.tsx';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { FormDrawer } from '../../../kit/form/FormDrawer.tsx';
import type { OwnControl } from '../../../kit/form/formFields.ts';
import { useRead } from '../../../kit/useRead.ts';

const words = {
  title: text('给「{name}」关联套餐', 'Associate packages with “{name}”'),
  submit: text('关联', 'Associate'),
  intro: text(
    '一个套餐只有一个流控策略；已有策略的会移过来，原来的专用限速和例外不保留。',
    'A package has one flow strategy. One that has another moves over and leaves its own limit and exceptions behind.',
  ),
  none: text('没有可关联的套餐', 'No packages to associate'),
  from: text('{code} 从「{name}」移过来', '{code} moves over from “{name}”'),
  has: text('现用「{name}」', 'now “{name}”'),
  done: text('已关联 {associated} 个，其中移动 {moved} 个', '{associated} associated, {moved} of them moved over'),
};

type Chosen = { readonly id: string; readonly code: string; readonly strategyName: string | null };

function PackageChoice({ own, strategyId }: { own: OwnControl; strategyId: string }) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const found = useRead(flowPackageOptions, keyword ? { strategyId, keyword } : { strategyId }, {
    keepsPrevious: true,
  });
  const chosen = own.value as readonly Chosen[];
  const options = found.data ?? [];
  const known = new Map<string, Chosen>([...options, ...chosen].map((each) => [each.id, each]));
  return (
    <Stack gap="s">
      <Select
        id={own.id}
        mode="multiple"
        placeholder={t(sentences.findPackages)}
        notFoundContent={t(words.none)}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={found.isFetching}
        status={own.problem ? 'error' : ''}
        aria-invalid={own.problem ? true : undefined}
        value={chosen.map(({ id }) => id)}
        options={[
          ...options.map(({ id, code, name, type, strategyName }) => ({
            value: id,
            label: [
              code,
              name,
              t(PackageType.labelOf(type)),
              ...(strategyName === null ? [] : [t(words.has, { name: strategyName })]),
            ].join(' · '),
          })),
          ...chosen
            .filter(({ id }) => !options.some((each) => each.id === id))
            .map(({ id, code }) => ({
              value: id,
              label: code,
            })),
        ]}
        onChange={(ids: string[]) => own.onChange(ids.flatMap((id) => known.get(id) ?? []))}
      />
      {chosen.map(({ id, code, strategyName }) =>
        strategyName === null ? null : (
          <Span key={id} ink="warning" size="s" isBlock>
            {t(words.from, { code, name: strategyName })}
          </Span>
        ),
      )}
    </Stack>
  );
}

/** Packages for a strategy, with the strategy each of them has now. */
export default function AssociateForm(props: { strategyId: string; name: string; onClose: () => void }) {
  const t = useText();
  const { strategyId } = props;
  return (
    <FormDrawer
      endpoint={associateFlowPackages}
      title={t(words.title, { name: props.name })}
      submit={words.submit}
      intro={t(words.intro)}
      width={600}
      fields={[
        {
          name: 'packageIds',
          kind: 'own',
          label: nouns.package,
          isRequired: true,
          control: (own) => <PackageChoice own={own} strategyId={strategyId} />,
        },
      ]}
      initial={{ packageIds: [] }}
      toBody={({ packageIds }) => ({ strategyId, packageIds: (packageIds as readonly Chosen[]).map(({ id }) => id) })}
      done={(answer) => t(words.done, answer)}
      onClose={props.onClose}
    />
  );
}
