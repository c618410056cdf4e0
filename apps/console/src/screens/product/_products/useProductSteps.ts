import { distributeProducts } from '@cardinal/contract/api/catalogue/productDistributions.ts';
import {
  copyProduct,
  createProduct,
  deleteProduct,
  editProduct,
  shelveProduct,
} from '@cardinal/contract/api/catalogue/products.ts';
import type { ProductGap, ProductState } from '@cardinal/contract/enumerations/product.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../../kit/change.ts';
import type { RowAction } from '../../../kit/table/RowActions.tsx';
import { confirmFirst } from '../../../shell/questions.ts';
import { toast } from '../../../shell/toasts.ts';

const words = {
  narrow: text('建立自有产品', 'Make my own'),
  withdrawn: text('下架 {name}？', 'Unpublish {name}?'),
  withdrawNote: text(
    '不再接收新卡，也不能继续下发；已有卡不受影响。',
    'It accepts no new cards and cannot be distributed further. Existing cards are not affected.',
  ),
  question: text('删除草稿 {name}？', 'Delete draft {name}?'),
  removeNote: text('编码 {code} 不会再被使用。', 'The code {code} will not be reused.'),
  onShelf: text('{name} 已上架', '{name} published'),
  offShelf: text('{name} 已下架', '{name} unpublished'),
  removed: text('草稿已删除', 'Draft deleted'),
};

export type Product = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly state: ProductState;
  readonly gaps: readonly ProductGap[];
  readonly isOwn: boolean;
};
export type ProductStep = { readonly what: 'edit' | 'copy' | 'narrow' | 'distribute'; readonly product: Product };

/** The actions on a product, by its owner and status. */
export function useProductSteps(open: (step: ProductStep) => void): (product: Product) => RowAction[] {
  const t = useText();
  const shelving = useChange(shelveProduct);
  const removing = useChange(deleteProduct);

  const shelve = async (product: Product, state: 'on' | 'off') => {
    const { id, name } = product;
    if (state === 'off') {
      const isSure = await confirmFirst({
        title: t(words.withdrawn, { name }),
        body: t(words.withdrawNote),
        confirm: t(verbs.unpublish),
        isDanger: true,
      });
      if (!isSure) return;
    }
    if (await shelving.run({ body: { id, state } }))
      toast.success(t(state === 'on' ? words.onShelf : words.offShelf, { name }));
  };
  const remove = async ({ id, name, code }: Product) => {
    const isSure = await confirmFirst({
      title: t(words.question, { name }),
      body: t(words.removeNote, { code }),
      confirm: t(verbs.delete),
      isDanger: true,
    });
    if (isSure && (await removing.run({ body: { id } }))) toast.success(t(words.removed));
  };

  return (product) => {
    const { state, isOwn } = product;
    const isSold = state === 'on' && product.gaps.length === 0;
    return [
      ...(isOwn
        ? [{ key: 'edit', label: t(verbs.edit), call: editProduct, onPick: () => open({ what: 'edit', product }) }]
        : []),
      ...(isSold
        ? [
            {
              key: 'distribute',
              label: t(verbs.give),
              call: distributeProducts,
              onPick: () => open({ what: 'distribute', product }),
            },
          ]
        : []),
      ...(isOwn && state !== 'on'
        ? [{ key: 'on', label: t(verbs.publish), call: shelveProduct, onPick: () => void shelve(product, 'on') }]
        : []),
      ...(isOwn
        ? [{ key: 'copy', label: t(verbs.copy), call: copyProduct, onPick: () => open({ what: 'copy', product }) }]
        : []),
      ...(!isOwn && isSold
        ? [
            {
              key: 'narrow',
              label: t(words.narrow),
              call: createProduct,
              onPick: () => open({ what: 'narrow', product }),
            },
          ]
        : []),
      ...(isOwn && state === 'on'
        ? [
            {
              key: 'off',
              label: t(verbs.unpublish),
              call: shelveProduct,
              isDanger: true,
              onPick: () => void shelve(product, 'off'),
            },
          ]
        : []),
      ...(isOwn && state === 'draft'
        ? [
            {
              key: 'remove',
              label: t(verbs.delete),
              call: deleteProduct,
              isDanger: true,
              onPick: () => void remove(product),
            },
          ]
        : []),
    ];
  };
}
