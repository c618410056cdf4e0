import type { shelveSystemPackages } from '@cardinal/contract/api/packages/systemPackages.ts';
import { PackageShelf } from '@cardinal/contract/enumerations/package.ts';
import { sentences, verbs } from '@cardinal/contract/words.ts';
import { text } from '@cardinal/primitives/text.ts';
import { type Say, useText } from '@cardinal/ui/language.tsx';
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

type Row = {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly shelfState: PackageShelf;
  readonly distributed: number;
  readonly onCards: number;
};
type Picked = { kind: string; ids?: readonly string[] };
const { on, off } = PackageShelf.values;

const LOOKS = {
  shelfState: { 1: { shape: 'disc', tone: 'good' }, 0: { shape: 'square', tone: 'neutral' } },
} as const;

/**
 * What all registers of packages have: the shelf, for one package (`step`) and for several, asked first; and that only what
 * nobody was given and no card has is deleted.
 */
export function usePackageRegister<R extends Row>(endpoint: typeof shelveSystemPackages) {
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
    if (answer.done > 0) toast.success(t(words.done, { n: answer.done }));
    const [first] = answer.failed;
    if (first) toast.warning(first.words);
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
  return {
    step,
    shared: {
      looks: LOOKS,
      bulk,
      rowName: ({ name }: R) => name,
      isDeletable: ({ distributed, onCards }: R) => distributed === 0 && onCards === 0,
      deleteNote: ({ code }: R, said: Say) => said(sentences.codeIsGone, { code }),
    },
  };
}
