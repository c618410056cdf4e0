import type { CardAction } from '@cardinal/contract/api/cards/selection.ts';
import { type Text, text } from '@cardinal/primitives/text.ts';

/** An action on one card: how its button is called, and what the button that does it says. */
type Words = { readonly name: Text; readonly act: Text };

const words = (name: Text, act: Text): Words => ({ name, act });

export const ACTION_WORDS: Readonly<Record<CardAction, Words>> = {
  stop_card: words(text('停机', 'Stop'), text('停机此卡', 'Stop this card')),
  active_card: words(text('激活', 'Activate'), text('激活此卡', 'Activate this card')),
  reboot_card: words(text('复机', 'Restart'), text('复机此卡', 'Restart this card')),
  cancel_card: words(text('销户', 'Cancel card'), text('销户此卡', 'Cancel this card')),
  edit_remark: words(text('编辑备注', 'Edit remark'), text('保存备注', 'Save the remark')),
  set_tag: words(text('设置标签', 'Set tags'), text('设置标签', 'Set the tags')),
  clear_tag: words(text('清除标签', 'Clear tags'), text('清除标签', 'Clear the tags')),
  sync_card: words(text('刷新', 'Refresh'), text('刷新此卡', 'Refresh this card')),
};
