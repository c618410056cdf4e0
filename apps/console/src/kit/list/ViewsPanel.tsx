import {
  readSharedViews,
  type SavedView,
  savedViewsSchema,
  ViewReach,
} from '@cardinal/contract/api/identity/preferences.ts';
import { text } from '@cardinal/primitives/text.ts';
import { CloseIcon } from '@cardinal/ui/icons.tsx';
import { useText } from '@cardinal/ui/language.tsx';
import { Paragraph } from '@cardinal/ui/layout/Text.tsx';
import { type FormEvent, useState } from 'react';
import { toast } from '../../shell/toasts.ts';
import { usePreference } from '../preferences.ts';
import { useRead } from '../useRead.ts';
import type { BuiltInView } from './SavedViews.tsx';

const words = {
  name: text('视图名称', 'View name'),
  save: text('保存当前筛选', 'Save these filters'),
  remove: text('删除视图 {name}', 'Delete view {name}'),
  saved: text('视图已保存', 'View saved'),
  reach: text('共享视图 {name}', 'Share view {name}'),
  alone: text('仅自己', 'Only me'),
  by: text('{name} 共享', 'Shared by {name}'),
  above: text('上级客户共享', 'Shared from above'),
  none: text('把常用的筛选条件保存为视图', 'Save frequently used filters as a view'),
};

export type ViewsPanelProps = {
  /** The list's name, under which views are stored. */
  name: string;
  builtIn: readonly BuiltInView[];
  current: string;
  onPick: (query: string) => void;
};

/** What opens under the button: loaded when it is first wanted. */
export default function ViewsPanel(props: ViewsPanelProps) {
  const t = useText();
  const [views, keep] = usePreference(`views.${props.name}`, savedViewsSchema, []);
  const [name, setName] = useState('');
  const shared = useRead(readSharedViews, { list: props.name }).data?.views ?? [];

  const save = (event: FormEvent) => {
    event.preventDefault();
    const called = name.trim();
    if (!called) return;
    const before = views.find((view) => view.name === called);
    keep([...views.filter((view) => view !== before), { ...before, name: called, query: props.current }]);
    setName('');
    toast.success(t(words.saved));
  };
  const share = (view: SavedView, reach: string) => {
    const { reach: _, ...own } = view;
    keep(views.map((each) => (each === view ? { ...own, ...(ViewReach.has(reach) ? { reach } : {}) } : each)));
  };
  return (
    <div className="menu-panel views-panel">
      {props.builtIn.map((view) => (
        <button key={view.query} type="button" className="menu-item" onClick={() => props.onPick(view.query)}>
          <span>{t(view.title)}</span>
        </button>
      ))}
      {views.map((view) => (
        <div key={view.name} className="views-own">
          <button type="button" className="menu-item" onClick={() => props.onPick(view.query)}>
            <span>{view.name}</span>
          </button>
          <select
            aria-label={t(words.reach, { name: view.name })}
            value={view.reach ?? ''}
            onChange={(event) => share(view, event.target.value)}
          >
            <option value="">{t(words.alone)}</option>
            {ViewReach.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {t(label)}
              </option>
            ))}
          </select>
          <button
            type="button"
            className="icon-button icon-button-small"
            aria-label={t(words.remove, { name: view.name })}
            onClick={() => keep(views.filter((each) => each !== view))}
          >
            <CloseIcon size={12} />
          </button>
        </div>
      ))}
      {shared.map((view) => (
        <button
          key={`${view.by} ${view.name}`}
          type="button"
          className="menu-item"
          onClick={() => props.onPick(view.query)}
        >
          <span>{view.name}</span>
          <small>{view.by === null ? t(words.above) : t(words.by, { name: view.by })}</small>
        </button>
      ))}
      {views.length + shared.length === 0 && props.builtIn.length === 0 ? (
        <Paragraph ink="secondary">{t(words.none)}</Paragraph>
      ) : null}
      <form className="views-save" onSubmit={save}>
        <input
          className="field-input"
          aria-label={t(words.name)}
          placeholder={t(words.name)}
          maxLength={30}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <button type="submit" className="button" disabled={name.trim() === ''}>
          {t(words.save)}
        </button>
      </form>
    </div>
  );
}
