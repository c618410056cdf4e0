import { productOptions } from '@cardinal/contract/api/catalogue/products.ts';
import type { AnswerOf } from '@cardinal/contract/framework/endpoint.ts';
import { nouns } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { Money } from '@cardinal/ui/Quantity.tsx';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useRead } from '../../kit/useRead.ts';
import { useShownCarriers } from '../../shell/shownCarriers.ts';

const words = {
  search: text('按编码或名称查找产品', 'Find products by code or name'),
  none: text('没有可用的产品', 'No products available'),
  noneFit: text('没有适用的产品', 'No product fits'),
};

export type ProductOption = AnswerOf<typeof productOptions>[number];

/**
 * A picker of the caller's products on sale, searched by code or name; of one carrier and one kind of card if given. A value
 * picked before keeps its name, on whatever page of results it is.
 */
export function ProductPicker(props: {
  id: string;
  value: string | undefined;
  /** Which property of a product is the value; its code by default. */
  by?: 'code' | 'id';
  /** Shows the caller's own cost of the chosen product. */
  hasFloor?: boolean;
  platform?: number | undefined;
  kind?: number | undefined;
  problem?: string | undefined;
  onPick: (product: ProductOption | undefined) => void;
}) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const by = props.by ?? 'code';
  const found = useRead(
    productOptions,
    {
      ...(keyword ? { keyword } : {}),
      ...(props.platform ? { platform: props.platform } : {}),
      ...(props.kind ? { kind: props.kind } : {}),
    },
    { keepsPrevious: true },
  );
  const shown = new Set(useShownCarriers().map(({ value }) => value));
  const fits = ({ platform, kind }: ProductOption) =>
    (!props.platform || platform === props.platform) && (!props.kind || kind === props.kind);
  const isPicked = (product: ProductOption) => product[by] === props.value;
  const isNameless = props.value !== undefined && found.isSuccess && !found.data.some(isPicked);
  const named = useRead(productOptions, isNameless && { [by]: props.value }, { keepsPrevious: true });
  const all = [...(found.data ?? []), ...(isNameless ? (named.data ?? []).filter(isPicked) : [])];
  const picked = all.find(isPicked);
  return (
    <>
      <Select
        id={props.id}
        allowClear
        placeholder={t(words.search)}
        notFoundContent={t(props.platform || props.kind ? words.noneFit : words.none)}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        loading={found.isFetching}
        value={props.value ?? null}
        status={props.problem ? 'error' : ''}
        aria-invalid={props.problem ? true : undefined}
        // The options must not move under the pointer while those of another carrier or kind are loading.
        options={all
          .filter((product) => isPicked(product) || (shown.has(product.platform) && fits(product)))
          .map((product) => ({ value: product[by], label: `${product.code} · ${product.name}` }))}
        onChange={(value) => props.onPick(all.find((product) => product[by] === value))}
      />
      {props.hasFloor && picked?.floor ? (
        <span className="field-help">
          {t(nouns.myReservePrice)} <Money minor={picked.floor} />
        </span>
      ) : null}
    </>
  );
}
