import type { shelveSystemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import { PackageShelf } from '@cardinal/contract/enumerations/package.ts';
import { verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { useText } from '@cardinal/ui/language.tsx';
import { useChange } from '../../../kit/change.ts';
import { runOf, type Step } from '../../../kit/register/registerSpec.ts';
import { confirmFirst } from '../../../shell/questions.ts';
import { toast } from '../../../shell/toasts.ts';

const words = {
  on: text('上架 {n} 个套餐？', 'Publish {n} {n|package|packages}?'),
  off: text('下架 {n} 个套餐？', 'Unpublish {n} {n|package|packages}?'),
  onNote: text('上架后可以下发和订购。', 'It can be given and ordered once published.'),
  offNote: text(
    '立即停止新订购；卡上已有的和排队的套餐照常使用到期。',
    'New orders stop at once. What cards have, in use or waiting, runs as bought.',
  ),
  done: text('{n} 个套餐已更新', '{n} {n|package|packages} updated'),
};

type Row = { readonly id: string; readonly name: string; readonly shelfState: PackageShelf };
type Picked = { kind: string; ids?: readonly string[] };
const { on, off } = PackageShelf.values;

export const SHELF_LOOKS = {
  shelfState: { 1: { shape: 'disc', tone: 'good' }, 0: { shape: 'square', tone: 'neutral' } },
} as const;

/** Publishing and unpublishing: the step of one package, and the buttons for several. Asked first. */
export function useShelving<R extends Row>(endpoint: typeof shelveSystemPackages) {
  const t = useText();
  const shelving = useChange(endpoint);
  const question = (state: PackageShelf, n: number) => ({
    title: t(state === on ? words.on : words.off, { n }),
    body: t(state === on ? words.onNote : words.offNote),
    confirm: t(state === on ? verbs.publish : verbs.unpublish),
    isDanger: state === off,
  });
  const shelve = async (ids: readonly string[], shelfState: PackageShelf, done: () => void) => {
    if (!(await confirmFirst(question(shelfState, ids.length)))) return;
    const answer = await shelving.run({ body: { ids: [...ids], shelfState } });
    if (!answer) return;
    toast.success(t(words.done, { n: answer.done }));
    done();
  };
  const bulk = [on, off].map((shelfState) => ({
    key: String(shelfState),
    label: shelfState === on ? verbs.publish : verbs.unpublish,
    call: endpoint,
    isDanger: shelfState === off,
    onPick: (picked: Picked, done: () => void) => void shelve(picked.ids ?? [], shelfState, done),
  }));
  const step: Step<R> = {
    key: 'shelf',
    label: ({ shelfState }) => (shelfState === on ? verbs.unpublish : verbs.publish),
    isDanger: ({ shelfState }) => shelfState === on,
    runs: ({ id, name, shelfState }) => {
      const next = shelfState === on ? off : on;
      return runOf(
        endpoint,
        { ids: [id], shelfState: next },
        {
          done:
            next === off ? text(`${name} 已下架`, `${name} unpublished`) : text(`${name} 已上架`, `${name} published`),
          ask: { ...question(next, 1), body: <p>{question(next, 1).body}</p> },
        },
      );
    },
  };
  return { bulk, step };
}
