import { text } from '@cardinal/primitives/text.ts';

/** What the shelf of all registers of packages says. */
export const shelfWords = {
  on: text('上架 {n} 个套餐？', 'Publish {n} {n|package|packages}?'),
  onNote: text('上架后可以下发和订购。', 'It can be given and ordered once published.'),
  done: text('{n} 个套餐已更新', '{n} {n|package|packages} updated'),
};
